import { useEffect, useState } from 'react'
import type { Entry } from '../entries.contract.ts'
import { hasWords } from '../entry-search.rules.ts'

/** How long a search looks on before the page may answer a key or a finger (milliseconds). */
const slice = 8

/** A search, and how far it is. The words are told apart by `key`. */
type Search = { key: string; found: Entry[]; read: number; last: Entry | undefined }
const begin = (key: string): Search => ({ key, found: [], read: 0, last: undefined })

/**
 * The latest search: who comes back to it finds it as it was. It is in the memory of the page alone, and goes with the page when
 * somebody leaves, signs out, or is another person.
 */
let latest = begin('')

/**
 * Finds the Connections that have all of the words, in slices: thousands are read without holding up the page.
 *
 * @param entries the same array as long as they are the same; it may grow at its end
 * @returns `found` of all that were there at the end of a pass; `done` when that is all of these
 */
export function useMatches(entries: readonly Entry[], words: readonly string[]) {
  const key = words.join('\n')
  const goesOn = latest.key === key && entries[latest.read - 1] === latest.last
  const [shown, setShown] = useState(goesOn ? { key, found: latest.found, of: latest.read } : nothing)

  useEffect(() => {
    if (key === '') return setShown(nothing)
    if (latest.key !== key || entries[latest.read - 1] !== latest.last) latest = begin(key)
    const search = latest
    let stopped = false
    const look = async () => {
      while (search.read < entries.length) {
        const until = performance.now() + slice
        while (search.read < entries.length && performance.now() < until) {
          search.last = entries[search.read++]
          if (search.last && hasWords(search.last, words)) search.found.push(search.last)
        }
        await new Promise((resolve) => setTimeout(resolve))
        if (stopped) return
      }
      setShown({ key, found: [...search.found], of: entries.length })
    }
    look()
    return () => {
      stopped = true
    }
  }, [entries, words, key])

  return { found: shown.found, done: shown.key === key && shown.of === entries.length }
}

const nothing: { key: string; found: Entry[]; of: number } = { key: '', found: [], of: 0 }
