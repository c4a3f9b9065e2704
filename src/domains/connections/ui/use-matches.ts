import { useEffect, useState } from 'react'
import type { Entry } from '../entries.contract.ts'
import { matchesAllWords } from '../entry-search.rules.ts'

/** Keeps the page responsive. */
const sliceMs = 8

/** `read`: entries scanned. */
type Search = { key: string; matches: Entry[]; read: number; last: Entry | undefined }
const startSearch = (key: string): Search => ({ key, matches: [], read: 0, last: undefined })

/** To resume on return; in memory only. */
let latest = startSearch('')

/** Finds Connections in time slices. `entries` must keep its identity; it may grow at its end. */
export function useMatches(entries: readonly Entry[], words: readonly string[]) {
  const key = words.join('\n')
  const canContinue = latest.key === key && entries[latest.read - 1] === latest.last
  const [shown, setShown] = useState(
    canContinue ? { key, matches: latest.matches, total: latest.read } : noMatches,
  )

  useEffect(() => {
    if (key === '') return setShown(noMatches)
    if (latest.key !== key || entries[latest.read - 1] !== latest.last) latest = startSearch(key)
    const search = latest
    let stopped = false
    const run = async () => {
      while (search.read < entries.length) {
        const until = performance.now() + sliceMs
        while (search.read < entries.length && performance.now() < until) {
          search.last = entries[search.read++]
          if (search.last && matchesAllWords(search.last, words)) search.matches.push(search.last)
        }
        await new Promise((resolve) => setTimeout(resolve))
        if (stopped) return
      }
      setShown({ key, matches: [...search.matches], total: entries.length })
    }
    run()
    return () => {
      stopped = true
    }
  }, [entries, words, key])

  return { matches: shown.matches, done: shown.key === key && shown.total === entries.length }
}

const noMatches: { key: string; matches: Entry[]; total: number } = { key: '', matches: [], total: 0 }
