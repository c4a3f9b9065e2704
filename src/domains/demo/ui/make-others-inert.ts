/**
 * Takes everything but these out of reach of keys, pointers and screen readers, as a modal dialog would; Quick Hide is among
 * them, so it stays (safety point 1).
 *
 * @returns gives it all back
 */
export function makeOthersInert(kept: Element[]): () => void {
  const aside: Element[] = []
  const within = (parent: Element) => {
    for (const child of parent.children) {
      if (kept.includes(child)) continue
      if (kept.some((each) => child.contains(each))) within(child)
      else if (!child.hasAttribute('inert') && !/^(?:SCRIPT|STYLE|LINK|TEMPLATE)$/.test(child.tagName)) {
        child.setAttribute('inert', '')
        aside.push(child)
      }
    }
  }
  within(document.body)
  return () => {
    for (const element of aside) element.removeAttribute('inert')
  }
}
