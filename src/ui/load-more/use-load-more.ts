import { useEffect, useRef } from 'react'

/**
 * When Load More disappears after the last page, moves its focus to the first new item of the list (`data-items`).
 *
 * @param count how many items the list has now
 * @returns the click handler of Load More
 */
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
