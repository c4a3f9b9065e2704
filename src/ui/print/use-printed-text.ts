import { useEffect } from 'react'

/**
 * Prints the whole text of each text box. A browser prints a box as it stands on the screen, with the lines that fit into it, so a
 * copy of its text takes its place on paper (`.printed-text` in private.css). The copy is gone when the page is printed.
 */
export function usePrintedText() {
  useEffect(() => {
    const copies: Element[] = []
    const add = () => {
      for (const box of document.querySelectorAll('textarea')) {
        const copy = document.createElement('p')
        copy.className = 'entry-text printed-text'
        copy.dir = 'auto'
        copy.textContent = box.value
        box.before(copy)
        copies.push(copy)
      }
    }
    const remove = () => {
      for (const copy of copies.splice(0)) copy.remove()
    }
    addEventListener('beforeprint', add)
    addEventListener('afterprint', remove)
    return () => {
      remove()
      removeEventListener('beforeprint', add)
      removeEventListener('afterprint', remove)
    }
  }, [])
}
