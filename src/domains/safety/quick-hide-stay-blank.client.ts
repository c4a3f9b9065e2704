/**
 * On React pages a later response could still render. Removes any DOM change before it is painted, and blocks
 * history entries (safety point 3).
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
