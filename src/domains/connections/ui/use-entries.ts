import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { href } from 'react-router'
import { apiFetch } from '../../../platform/api-client.ts'
import type { EntryList } from '../entries.contract.ts'
import { pageSize } from '../entries.rules.ts'
import * as messages from '../messages.en.yaml'
import type { FirstPage, UseEntries } from './entry-list.tsx'
import { useMatches } from './use-matches.ts'

/** Specification point 9. */
const staleTime = 30_000
const searchPageSize = 100

/** A search loads all Connections. */
export const useJournalEntries: UseEntries = (initial, words) => {
  const searching = words.length > 0
  const list = useEntryPages(initial, searching)
  const all = useAllEntries(searching)
  const entries = useMemo(() => all.data?.pages.flatMap((page) => page.entries) ?? [], [all.data])
  const { matches, done } = useMatches(entries, words)
  const pages = list.data?.pages ?? []
  const last = pages.at(-1)
  if (searching) {
    const failedMore = all.isFetchNextPageError || all.isLoadingError
    return {
      entries: matches,
      stats: all.data?.pages.at(-1) ?? last,
      note: failedMore || all.hasNextPage || all.isPending || !done ? messages.searching() : undefined,
      hasMore: all.hasNextPage,
      loadingMore: false,
      failedMore,
      more: all.data ? all.fetchNextPage : all.refetch,
    }
  }
  return {
    entries: pages.flatMap((page) => page.entries),
    stats: last,
    hasMore: list.hasNextPage,
    loadingMore: list.isFetchingNextPage,
    failedMore: list.isFetchNextPageError,
    more: list.fetchNextPage,
    next: last?.next ? `${href('/dashboard/connections')}?after=${last.next}` : undefined,
  }
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
  return apiFetch<EntryList>(`/journal-entries?${query}`, { signal })
}
