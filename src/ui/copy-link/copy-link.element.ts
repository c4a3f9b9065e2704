/** `<copy-link path="…">`: a button that copies a page's address, whatever the browser shows; beside it stands how it went. */
class CopyLink extends HTMLElement {
  connectedCallback() {
    const said = this.querySelector('[role=status]')
    this.querySelector('button')?.addEventListener('click', async () => {
      const say = (words: string) => {
        if (said) said.textContent = words
      }
      // What is said once more is read out once more.
      say('')
      await navigator.clipboard.writeText(location.origin + this.getAttribute('path')).then(
        () => say('Link copied'),
        () => say('Copying is not allowed here'),
      )
    })
  }
}

export const defineCopyLink = () => customElements.define('copy-link', CopyLink)
