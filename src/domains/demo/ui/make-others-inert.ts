/** Makes the rest inert, like a modal dialog; returns the undo. Pass Quick Hide too (safety point 1). */
export function makeOthersInert(active: Element[]): () => void {
  const inert: Element[] = []
  const visit = (parent: Element) => {
    for (const child of parent.children) {
      if (active.includes(child)) continue
      if (active.some((each) => child.contains(each))) visit(child)
      else if (!child.hasAttribute('inert') && !/^(?:SCRIPT|STYLE|LINK|TEMPLATE)$/.test(child.tagName)) {
        child.setAttribute('inert', '')
        inert.push(child)
      }
    }
  }
  visit(document.body)
  return () => {
    for (const element of inert) element.removeAttribute('inert')
  }
}
