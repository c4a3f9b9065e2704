import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { pageSize } from '../../entries.rules.ts'
import type { UseSearch } from '../../ui/entry-list.tsx'
import { useJournalPreferences } from '../../ui/journal-preferences.ts'
import { countFilters, noFilters } from '../entry-filters.rules.ts'
import { parseSearch } from '../entry-search.rules.ts'
import type { EntryQuery, ListFilters } from './entry-query.ts'

/** Specification point 9. */
const debounceMs = 300

const startFilters: ListFilters = { ...noFilters, sort: 'newest', isOpen: false }

/** The search and the filters, restored on return. */
export const useEntrySearch: UseSearch = () => {
  const view = useListView()
  const { journal_tagging } = useJournalPreferences()
  const [typed, setTyped] = useState(view.typed)
  const [search, setSearch] = useState(typed)
  const [filters, setFilters] = useState(view.filters)
  const [shown, setShown] = useState(view.shown)
  useEffect(() => {
    Object.assign(view, { typed, filters, shown })
    if (typed === search) return
    const applySearch = () => {
      setSearch(typed)
      setShown(pageSize)
    }
    const timer = setTimeout(applySearch, typed === '' ? 0 : debounceMs)
    return () => clearTimeout(timer)
  }, [view, typed, search, filters, shown])
  const query = useMemo((): EntryQuery => {
    const words = parseSearch(search)
    // Journal Tagging may have been switched off since.
    const usable = journal_tagging ? filters : { ...filters, tag: null }
    const searching = words.length > 0 || countFilters(usable) > 0 || usable.sort !== 'newest'
    return { words, searching, filters: usable }
  }, [search, filters, journal_tagging])
  return {
    typed,
    setTyped,
    query,
    setFilters: (change) => {
      setFilters({ ...filters, ...change })
      if (change.isOpen === undefined) setShown(pageSize)
    },
    shown,
    showMore: () => setShown(shown + pageSize),
  }
}

type ListView = {
  typed: string
  filters: ListFilters
  shown: number
  key: string
  scroll: number
  link: string | undefined
}

/** Browsers write URLs and history state to disk (safety points 12 and 23). */
let lastView: ListView | undefined

/** Restores the list's last view. */
export const backToList = { state: { back: true }, preventScrollReset: true }

/** Restores the view after Back or `backToList`. */
function useListView() {
  const { key, state } = useLocation()
  const [{ view, isReturning }] = useState(() => ({
    view:
      lastView && (lastView.key === key || state?.back)
        ? lastView
        : { typed: '', filters: startFilters, shown: pageSize, key, scroll: 0, link: undefined },
    isReturning: lastView?.key === key || state?.back === true,
  }))

  useLayoutEffect(() => {
    lastView = view
    view.key = key
  }, [view, key])

  useLayoutEffect(() => {
    if (isReturning) scrollTo(0, view.scroll)
    const storeScroll = () => {
      view.scroll = scrollY
    }
    addEventListener('scroll', storeScroll, { passive: true })
    return () => {
      removeEventListener('scroll', storeScroll)
      view.link = document.activeElement?.getAttribute('href') ?? undefined
    }
  }, [view, isReturning])

  useEffect(() => {
    if (!isReturning || !view.link) return
    // After the layout, which focuses the start of every page.
    const timer = setTimeout(() => focusLink(view.link))
    return () => clearTimeout(timer)
  }, [view, isReturning])

  return view
}

const focusLink = (href = '') =>
  document.querySelector<HTMLElement>(`[data-items] a[href="${href}"]`)?.focus({ preventScroll: true })
