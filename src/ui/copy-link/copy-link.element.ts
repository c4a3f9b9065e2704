/** `<copy-link path="…">`: a button that copies a page's URL, not the one that the browser shows, and reports the result. */
class CopyLink extends HTMLElement {
  connectedCallback() {
    const status = this.querySelector('[role=status]')
    this.querySelector('button')?.addEventListener('click', async () => {
      const announce = (words: string) => {
        if (status) status.textContent = words
      }
      // Clear it first, so that screen readers announce the same message again.
      announce('')
      await navigator.clipboard.writeText(location.origin + this.getAttribute('path')).then(
        () => announce('Link copied'),
        () => announce('Copying is not allowed here'),
      )
    })
  }
}

export const defineCopyLink = () => customElements.define('copy-link', CopyLink)
