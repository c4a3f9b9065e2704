/**
 * `<film-dialog><dialog>…<video>…`: the film begins when its dialog opens, and stops when it closes (specification point 2,
 * "Home"). Nothing of it is asked for before. Without scripts it is begun by its own controls.
 */
class FilmDialog extends HTMLElement {
  connectedCallback() {
    const dialog = this.querySelector('dialog')
    const film = this.querySelector('video')
    if (!dialog || !film) return
    // The attribute, because not every browser tells when a dialog opens.
    new MutationObserver(() => {
      if (!dialog.open) return film.pause()
      // Here, since `default` would ask for them with the page.
      for (const track of film.textTracks) track.mode = 'showing'
      // A browser that does not let it begin leaves it to the controls.
      film.play().catch(() => {})
    }).observe(dialog, { attributeFilter: ['open'] })
  }
}

export const defineFilmDialog = () => customElements.define('film-dialog', FilmDialog)
