/**
 * For pages that change in place: what was on its way a moment before Quick Hide may arrive only after it, and would be shown.
 * What any script still writes is taken away before it is painted, and no address is added to the history (safety point 3).
 */
export function stayBlank() {
  document.addEventListener('quickhide:exit', () => {
    const blankNodes = [...document.documentElement.cloneNode(true).childNodes]
    history.pushState = history.replaceState = () => {}
    const observer = new MutationObserver(() => {
      document.documentElement.replaceChildren(...blankNodes.map((node) => node.cloneNode(true)))
      observer.takeRecords()
    })
    observer.observe(document, { childList: true, characterData: true, subtree: true })
  })
}
