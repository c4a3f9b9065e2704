import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { apiFetch } from '../../../platform/api-client.ts'
import type { EntryList } from '../entries.contract.ts'
import { pageSize } from '../entries.rules.ts'
import type { FirstPage, UseEntries } from './entry-list.tsx'
import { useMatches } from './use-matches.ts'

/** How long what was read stays fresh (specification point 9, milliseconds). */
const freshFor = 30_000
/** Entries asked for at once while one's own are searched. */
const searchPage = 100

/** One's own Connections, twenty a page; a search looks at all of them. */
export const useOwnEntries: UseEntries = (initial, words) => {
  const searching = words.length > 0
  const list = useListed(initial, searching)
  const all = useAll(searching)
  const entries = useMemo(() => all.data?.pages.flatMap((page) => page.entries) ?? [], [all.data])
  const { found, done } = useMatches(entries, words)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const pages = list.data?.pages ?? []
  const last = pages.at(-1)
  if (searching) {
    const failedMore = all.isFetchNextPageError || all.isLoadingError
    return {
      entries: found,
      stats: all.data?.pages.at(-1) ?? last,
      note: failedMore || all.hasNextPage || all.isPending || !done ? 'Searching...' : undefined,
      hasMore: all.hasNextPage,
      loadingMore: false,
      failedMore,
      more: all.data ? all.fetchNextPage : all.refetch,
    }
  }
  return {
    entries: pages.flatMap((page) => page.entries),
    stats: last,
    hasMore: hasNextPage,
    loadingMore: isFetchingNextPage,
    failedMore: isFetchNextPageError,
    more: fetchNextPage,
    next: last?.next ? `/dashboard/connections?after=${last.next}` : undefined,
  }
}

/** The list as it is paged through. It is at its first page again after a search. */
function useListed(initial: FirstPage | undefined, searching: boolean) {
  const from = initial?.after ?? ''
  const queries = useQueryClient()
  useEffect(() => {
    if (searching) queries.setQueryData<Listed>(['journal-entries', from], (list) => list && firstOf(list))
  }, [searching, queries, from])
  return useInfiniteQuery({
    queryKey: ['journal-entries', from],
    queryFn: ({ pageParam, signal }) => readPage(pageParam, pageSize, signal),
    ...paged(from),
    ...(initial && { initialData: { pages: [initial], pageParams: [from] } }),
  })
}

type Listed = { pages: EntryList[]; pageParams: string[] }
const firstOf = ({ pages, pageParams }: Listed): Listed => ({
  pages: pages.slice(0, 1),
  pageParams: pageParams.slice(0, 1),
})

/** All of them, one page after another, for as long as they are searched. */
function useAll(searching: boolean) {
  const all = useInfiniteQuery({
    queryKey: ['journal-entries', 'all'],
    queryFn: ({ pageParam, signal }) => readPage(pageParam, searchPage, signal),
    ...paged(''),
    enabled: searching,
    // To compare thousands with what they were would hold up the page.
    structuralSharing: false,
    refetchOnWindowFocus: false,
  })
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = all
  useEffect(() => {
    if (searching && hasNextPage && !isFetching && !isFetchNextPageError) fetchNextPage()
  }, [searching, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  return all
}

const paged = (from: string) => ({
  initialPageParam: from,
  getNextPageParam: ({ next }: EntryList) => next ?? undefined,
  staleTime: freshFor,
  retry: false,
})

function readPage(after: string, limit: number, signal: AbortSignal) {
  const query = new URLSearchParams({ limit: String(limit), ...(after && { after }) })
  return apiFetch<EntryList>(`/journal-entries?${query}`, { signal })
}
