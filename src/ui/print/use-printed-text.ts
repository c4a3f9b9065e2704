import { useEffect } from 'react'

/** Browsers print only a textarea's visible lines, so a copy replaces it on paper. */
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
