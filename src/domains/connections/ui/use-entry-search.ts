import { useEffect, useMemo, useState } from 'react'
import { pageSize } from '../entries.rules.ts'
import { wordsToFind } from '../entry-search.rules.ts'
import type { UseSearch } from './entry-list.tsx'
import { useListView } from './use-list-view.ts'

/** Specification point 9: a pause before a search (milliseconds). */
const pause = 300

/** The search of one's own Connections, found again as it was left. */
export const useOwnSearch: UseSearch = () => {
  const view = useListView()
  const [typed, setTyped] = useState(view.typed)
  const [search, setSearch] = useState(typed)
  const [shown, setShown] = useState(view.shown)
  const words = useMemo(() => wordsToFind(search), [search])
  useEffect(() => {
    Object.assign(view, { typed, shown })
    if (typed === search) return
    const look = () => {
      setSearch(typed)
      setShown(pageSize)
    }
    const timer = setTimeout(look, typed === '' ? 0 : pause)
    return () => clearTimeout(timer)
  }, [view, typed, search, shown])
  return { typed, setTyped, words, shown, showMore: () => setShown(shown + pageSize) }
}
