/** `<copy-link path="…">`: a button that copies a page's address, whatever the browser shows; says so to eyes and ears. */
class CopyLink extends HTMLElement {
  connectedCallback() {
    const button = this.querySelector('button')
    const label = this.querySelector('[data-label]')
    const before = label?.textContent ?? ''
    button?.addEventListener('click', async () => {
      const copied = await navigator.clipboard.writeText(location.origin + this.getAttribute('path')).then(
        () => true,
        () => false,
      )
      if (label) label.textContent = copied ? 'Link copied' : 'Copying is not allowed here'
      setTimeout(() => {
        if (label) label.textContent = before
      }, 3_000)
    })
  }
}

export const defineCopyLink = () => customElements.define('copy-link', CopyLink)
