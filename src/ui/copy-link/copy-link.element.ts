import * as messages from '../messages.en.yaml'

/** Copies the page's `path`, not the URL that the browser shows. */
class CopyLink extends HTMLElement {
  connectedCallback() {
    const status = this.querySelector('[role=status]')
    this.querySelector('button')?.addEventListener('click', async () => {
      const announce = (words: string) => {
        if (status) status.textContent = words
      }
      // So that screen readers announce the same message again.
      announce('')
      await navigator.clipboard.writeText(location.origin + this.getAttribute('path')).then(
        () => announce(messages.linkCopied()),
        () => announce(messages.cannotCopy()),
      )
    })
  }
}

export const defineCopyLink = () => customElements.define('copy-link', CopyLink)
