import { useEffect, useRef } from 'react'

/**
 * For a list (`data-items`) that grows by Load More, which goes when all is there: the focus that was on it goes on to the first that
 * is new.
 *
 * @param count how many there are
 * @returns what asks for more
 */
export function useLoadMore(count: number, more: () => void) {
  const from = useRef(-1)
  useEffect(() => {
    const first = count > from.current && document.querySelectorAll('[data-items] > *')[from.current]
    if (!first) return
    from.current = -1
    if (document.activeElement === document.body) first.querySelector('a')?.focus()
  }, [count])
  return () => {
    from.current = count
    more()
  }
}
