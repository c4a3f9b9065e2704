import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { createElement, useEffect, useMemo, useState } from 'react'
import { href } from 'react-router'
import { useListedDrafts } from '../drafts/ui/use-drafts.ts'
import type { EntryList } from '../entries.contract.ts'
import { pageSize } from '../entries.rules.ts'
import { CountingLinked } from '../lock/ui/counting-linked.tsx'
import { useJournalLocks } from '../lock/ui/journal-locks.ts'
import { completeHours, inExactOrder } from '../locked-documents/exact-order.rules.ts'
import { journalFetch } from '../locked-documents/journal-fetch.client.ts'
import * as messages from '../messages.en.yaml'
import { emptyCounts, noFilters, sortEntries } from '../search/entry-filters.rules.ts'
import type { ListFilters } from '../search/ui/entry-query.ts'
import { isMatch, type MatchQuery, useMatches } from '../search/ui/use-matches.ts'
import type { FirstPage, UseEntries } from './entry-list.tsx'
import { useJournalPreferences } from './journal-preferences.ts'

/** Specification point 9. */
const staleTime = 30_000
const searchPageSize = 100
/** In a locked journal only the device can count links. Above, a search or a filter counts them. */
const countedAtOnce = 200

/** A search and open filters load all Connections. */
export const useJournalEntries: UseEntries = (initial, query) => {
  const { words, searching, filters = noListFilters } = query
  const { journal_tagging } = useJournalPreferences()
  const needsAll = searching || filters.isOpen
  const list = useEntryPages(initial, searching)
  const { locks } = useJournalLocks()
  const isLocked = locks.length > 0
  const total = list.data?.pages.at(-1)?.total ?? 0
  const all = useAllEntries(needsAll || (isLocked && total <= countedAtOnce))
  const { drafts, ...draftQuery } = useListedDrafts(needsAll)
  const entries = useMemo(() => {
    const loaded = all.data?.pages.flatMap((page) => page.entries) ?? []
    return isLocked ? completeHours(loaded, all.hasNextPage) : loaded
  }, [all.data, all.hasNextPage, isLocked])
  const { sort, isOpen: _, ...chosen } = filters
  const filterKey = JSON.stringify(chosen)
  const match = useMemo(
    (): MatchQuery => ({ words, filters: JSON.parse(filterKey), withTags: journal_tagging }),
    [words, filterKey, journal_tagging],
  )
  const found = useMatches(filters.drafts ? drafts : entries, needsAll ? match : undefined)
  const sorted = useMemo(() => sortEntries(found.matches, sort), [found.matches, sort])
  const pages = list.data?.pages ?? []
  const last = pages.at(-1)
  const listed = pages.flatMap((page) => page.entries)
  const draftsFailed = filters.drafts && draftQuery.isError
  const failedMore = all.isFetchNextPageError || all.isLoadingError || draftsFailed
  const draftsPending = filters.drafts && draftQuery.isPending
  const isLoading = failedMore || all.hasNextPage || all.isPending || draftsPending || !found.done
  const retry = draftsFailed ? draftQuery.refetch : all.data ? all.fetchNextPage : all.refetch
  const isCounted = useStaysTrue(needsAll && !isLoading)
  const counts = {
    counts: isCounted ? found.counts : undefined,
    drafts: drafts.filter((draft) => isMatch(draft, match, emptyCounts())).length,
    failed: failedMore,
    retry,
  }
  const isComplete = all.data !== undefined && !all.hasNextPage
  const linked = useMemo(
    () => (isComplete ? entries.filter((entry) => entry.linked_term_ids.length > 0).length : undefined),
    [entries, isComplete],
  )
  const withLinked = (stats: EntryList | undefined) =>
    isLocked && stats ? { ...stats, linked: linked ?? createElement(CountingLinked) } : stats
  if (searching) {
    return {
      entries: sorted,
      counts,
      stats: withLinked(all.data?.pages.at(-1) ?? last),
      note: isLoading
        ? messages.searching()
        : filters.drafts
          ? messages.foundDrafts({ count: sorted.length })
          : undefined,
      hasMore: all.hasNextPage,
      loadingMore: false,
      failedMore,
      more: retry,
    }
  }
  return {
    entries: isLocked ? inExactOrder(listed) : listed,
    counts,
    stats: withLinked(last),
    hasMore: list.hasNextPage,
    loadingMore: list.isFetchingNextPage,
    failedMore: list.isFetchNextPageError,
    more: list.fetchNextPage,
    next: last?.next ? `${href('/dashboard/connections')}?after=${last.next}` : undefined,
  }
}

const noListFilters: ListFilters = { ...noFilters, sort: 'newest', isOpen: false }

/** While filters change, the choices stay: the focus is in them. */
function useStaysTrue(is: boolean): boolean {
  const [was, setWas] = useState(is)
  if (is && !was) setWas(true)
  return is || was
}

/** A search resets it to the first page. */
function useEntryPages(initial: FirstPage | undefined, searching: boolean) {
  const from = initial?.after ?? ''
  const queries = useQueryClient()
  useEffect(() => {
    if (searching)
      queries.setQueryData<InfiniteData<EntryList>>(
        ['journal-entries', from],
        (list) => list && { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) },
      )
  }, [searching, queries, from])
  return useInfiniteQuery({
    queryKey: ['journal-entries', from],
    queryFn: ({ pageParam, signal }) => readPage(pageParam, pageSize, signal),
    ...pagingOptions(from),
    ...(initial && { initialData: { pages: [initial], pageParams: [from] } }),
  })
}

/** All Connections, page by page. */
export function useAllEntries(searching: boolean) {
  const all = useInfiniteQuery({
    queryKey: ['journal-entries', 'all'],
    queryFn: ({ pageParam, signal }) => readPage(pageParam, searchPageSize, signal),
    ...pagingOptions(''),
    enabled: searching,
    // Comparing thousands of entries would block the page.
    structuralSharing: false,
    refetchOnWindowFocus: false,
  })
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = all
  useEffect(() => {
    if (searching && hasNextPage && !isFetching && !isFetchNextPageError) fetchNextPage()
  }, [searching, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  return all
}

const pagingOptions = (from: string) => ({
  initialPageParam: from,
  getNextPageParam: ({ next }: EntryList) => next ?? undefined,
  staleTime: staleTime,
  retry: false,
})

function readPage(after: string, limit: number, signal: AbortSignal) {
  const query = new URLSearchParams({ limit: String(limit), ...(after && { after }) })
  return journalFetch<EntryList>(`/journal-entries?${query}`, { signal })
}
