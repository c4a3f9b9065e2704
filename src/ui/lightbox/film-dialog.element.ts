/**
 * `<film-dialog><dialog>…<video>…`: plays the video when its dialog opens and pauses it when it closes (specification point 2, "Home").
 * Nothing is fetched before. Without JavaScript the video's controls start it.
 */
class FilmDialog extends HTMLElement {
  connectedCallback() {
    const dialog = this.querySelector('dialog')
    const video = this.querySelector('video')
    if (!dialog || !video) return
    // Observes the attribute, because not every browser fires an event when a dialog opens.
    new MutationObserver(() => {
      if (!dialog.open) return video.pause()
      // Here, because `default` would fetch the tracks with the page.
      for (const track of video.textTracks) track.mode = 'showing'
      // If the browser blocks autoplay, the controls remain.
      video.play().catch(() => {})
    }).observe(dialog, { attributeFilter: ['open'] })
  }
}

export const defineFilmDialog = () => customElements.define('film-dialog', FilmDialog)
