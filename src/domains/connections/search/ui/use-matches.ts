import { useEffect, useState } from 'react'
import { onLocksChange, openLocks } from '../../open-lock/open-locks.client.ts'
import type { ListedEntry } from '../../ui/entry-card.tsx'
import { applyFilters, type EntryFilters, emptyCounts, type FilterCounts } from '../entry-filters.rules.ts'
import { matchesAllWords } from '../entry-search.rules.ts'

/** Keeps the page responsive. */
const sliceMs = 8

/** `withTags`: whether the search looks at the writer's own tags. */
export type MatchQuery = { words: readonly string[]; filters: EntryFilters; withTags: boolean }

/** `read`: entries scanned. */
type Search = {
  key: string
  matches: ListedEntry[]
  counts: FilterCounts
  read: number
  last: ListedEntry | undefined
}
const startSearch = (key: string): Search => ({
  key,
  matches: [],
  counts: emptyCounts(),
  read: 0,
  last: undefined,
})

/** To resume on return; in memory only. */
let latest = startSearch('')
if (!import.meta.env.SSR)
  onLocksChange(() => {
    if (openLocks().size === 0) latest = startSearch('')
  })

const keyOf = ({ words, filters, withTags }: MatchQuery) => JSON.stringify([words, filters, withTags])

/**
 * Finds and counts Connections in time slices. `entries` must keep its identity; it may grow at its end.
 *
 * @param query undefined finds nothing
 */
export function useMatches(entries: readonly ListedEntry[], query: MatchQuery | undefined) {
  const key = query ? keyOf(query) : ''
  const canContinue = latest.key === key && entries[latest.read - 1] === latest.last
  const [shown, setShown] = useState<Shown>(
    canContinue ? { ...latest, total: latest.read } : { ...startSearch(''), total: 0 },
  )

  useEffect(() => {
    if (!query) return setShown({ ...startSearch(''), total: 0 })
    if (latest.key !== key || entries[latest.read - 1] !== latest.last) latest = startSearch(key)
    const search = latest
    let stopped = false
    const run = async () => {
      while (search.read < entries.length) {
        const until = performance.now() + sliceMs
        while (search.read < entries.length && performance.now() < until) {
          search.last = entries[search.read++]
          if (search.last && isMatch(search.last, query, search.counts)) search.matches.push(search.last)
        }
        await new Promise((resolve) => setTimeout(resolve))
        if (stopped) return
      }
      setShown({ key, matches: [...search.matches], counts: { ...search.counts }, total: entries.length })
    }
    run()
    return () => {
      stopped = true
    }
  }, [entries, query, key])

  return {
    matches: shown.matches,
    counts: shown.counts,
    done: shown.key === key && shown.total === entries.length,
  }
}

/** Counts the entry, too. */
export const isMatch = (
  entry: ListedEntry,
  { words, filters, withTags }: MatchQuery,
  counts: FilterCounts,
): boolean => matchesAllWords(entry, words, { withTags }) && applyFilters(entry, filters, counts)

type Shown = { key: string; matches: ListedEntry[]; counts: FilterCounts; total: number }
