import { useEffect, useMemo, useState } from 'react'
import { pageSize } from '../entries.rules.ts'
import { parseSearch } from '../entry-search.rules.ts'
import type { UseSearch } from './entry-list.tsx'
import { useListView } from './use-list-view.ts'

/** Specification point 9. */
const debounceMs = 300

/** The search, restored on return. */
export const useEntrySearch: UseSearch = () => {
  const view = useListView()
  const [typed, setTyped] = useState(view.typed)
  const [search, setSearch] = useState(typed)
  const [shown, setShown] = useState(view.shown)
  const words = useMemo(() => parseSearch(search), [search])
  useEffect(() => {
    Object.assign(view, { typed, shown })
    if (typed === search) return
    const applySearch = () => {
      setSearch(typed)
      setShown(pageSize)
    }
    const timer = setTimeout(applySearch, typed === '' ? 0 : debounceMs)
    return () => clearTimeout(timer)
  }, [view, typed, search, shown])
  return { typed, setTyped, words, shown, showMore: () => setShown(shown + pageSize) }
}
