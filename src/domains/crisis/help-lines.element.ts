import type { fillHelpLines } from './crisis-card.client.ts'

/** @param load loads the search's script, which has what fills it */
export function defineHelpLines(load: () => Promise<{ fillHelpLines: typeof fillHelpLines }>): void {
  customElements.define(
    'help-lines',
    class extends HTMLElement {
      connectedCallback() {
        // Without it, the numbers of two countries stay.
        load()
          .then(({ fillHelpLines }) => fillHelpLines(this))
          .catch(() => {})
      }
    },
  )
}
