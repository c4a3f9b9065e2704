import { useEffect, useRef } from 'react'

/** Load More's click handler; after the last page it focuses the first new item. */
export function useLoadMore(count: number, more: () => void) {
  const previousCount = useRef(-1)
  useEffect(() => {
    const firstNew =
      count > previousCount.current && document.querySelectorAll('[data-items] > *')[previousCount.current]
    if (!firstNew) return
    previousCount.current = -1
    if (document.activeElement === document.body) firstNew.querySelector('a')?.focus()
  }, [count])
  return () => {
    previousCount.current = count
    more()
  }
}
