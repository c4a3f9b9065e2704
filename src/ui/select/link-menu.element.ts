/** Closes on choice, ESC, and a click or focus elsewhere. */
class LinkMenu extends HTMLElement {
  connectedCallback() {
    const details = this.querySelector('details')
    const summary = this.querySelector('summary')
    if (!details || !summary) return
    // Closing hides the focused link.
    const close = () => {
      details.open = false
      summary.focus()
    }
    this.addEventListener('click', (event) => {
      if ((event.target as Element).closest('a')) close()
    })
    this.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && details.open) close()
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') this.move(event)
    })
    this.addEventListener('focusout', (event) => {
      if (event.relatedTarget && !this.contains(event.relatedTarget as Node)) details.open = false
    })
    document.addEventListener('click', (event) => {
      if (!this.contains(event.target as Node)) details.open = false
    })
  }

  private move(event: KeyboardEvent) {
    const details = this.querySelector('details') as HTMLDetailsElement
    const links = [...this.querySelectorAll<HTMLElement>('a')]
    const step = event.key === 'ArrowDown' ? 1 : -1
    const index = links.indexOf(document.activeElement as HTMLElement)
    details.open = true
    links[(index + step + links.length) % links.length]?.focus()
    event.preventDefault()
  }
}

export const defineLinkMenu = () => customElements.define('link-menu', LinkMenu)
