/** Fetches nothing before its dialog opens (specification point 2, "Home"). */
class FilmDialog extends HTMLElement {
  connectedCallback() {
    const dialog = this.querySelector('dialog')
    const video = this.querySelector('video')
    if (!dialog || !video) return
    // Not every browser fires an event when a dialog opens.
    new MutationObserver(() => {
      if (!dialog.open) return video.pause()
      // `default` would fetch tracks with the page.
      for (const track of video.textTracks) track.mode = 'showing'
      // If autoplay is blocked, the controls remain.
      video.play().catch(() => {})
    }).observe(dialog, { attributeFilter: ['open'] })
  }
}

export const defineFilmDialog = () => customElements.define('film-dialog', FilmDialog)
