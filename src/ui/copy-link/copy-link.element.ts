/** A button that copies this page's address, without what was searched; says so to eyes and ears. */
class CopyLink extends HTMLElement {
  connectedCallback() {
    const button = this.querySelector('button')
    const label = this.querySelector('[data-label]')
    const before = label?.textContent ?? ''
    button?.addEventListener('click', async () => {
      const copied = await navigator.clipboard.writeText(location.origin + location.pathname).then(
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
