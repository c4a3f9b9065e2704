import { useEffect, useState } from 'react'
import type { Danger } from '../../safety/danger.contract.ts'

/**
 * Finds dangers in a search. The phrases load after the page, because only its search needs them.
 *
 * @param initial what the server found in the search of the page's address
 */
export function useDangers(initial: { search: string; dangers: readonly Danger[] }) {
  const [phrases, setPhrases] = useState<{ dangersIn(text: string): Danger[] }>()
  useEffect(() => {
    // Without them, the numbers are under Resources.
    import('../search/danger-phrases.contract.ts').then(setPhrases, () => {})
  }, [])
  return (search: string): readonly Danger[] => {
    if (phrases) return phrases.dangersIn(search)
    return search === initial.search ? initial.dangers : []
  }
}
