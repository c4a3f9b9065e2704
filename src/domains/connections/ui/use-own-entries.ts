import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { askApi } from '../../../platform/ask-api.ts'
import type { Entry, EntryList } from '../contract.ts'
import { pageSize } from '../rules.ts'
import type { UseEntries } from './entry-list.tsx'

/** How long what was read stays fresh (specification point 9, milliseconds). */
const freshFor = 30_000
/** Entries asked for at once while one's own are searched. */
const searchPage = 100

/** One's own Connections, twenty a page. */
export const useOwnEntries: UseEntries = (initial, all) => {
  // Whoever came to later ones by a link searches all of them, too.
  const from = all ? 0 : (initial?.from ?? 0)
  const list = useInfiniteQuery({
    queryKey: ['journal-entries', from],
    queryFn: ({ pageParam, signal }) => {
      const limit = all ? searchPage : pageSize
      return askApi<EntryList>(`/journal-entries?offset=${pageParam}&limit=${limit}`, { signal })
    },
    initialPageParam: from,
    getNextPageParam: (last, _, at) => {
      const next = at + last.entries.length
      return next < last.total ? next : undefined
    },
    staleTime: freshFor,
    placeholderData: keepPreviousData,
    retry: false,
    ...(initial && from === (initial.from ?? 0) && { initialData: { pages: [initial], pageParams: [from] } }),
  })
  const { fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData } = list

  // A search looks at everything, so the rest is fetched while it goes on.
  useEffect(() => {
    if (all && hasNextPage && !isPlaceholderData && !isFetchingNextPage && !isFetchNextPageError)
      fetchNextPage()
  }, [all, hasNextPage, isPlaceholderData, isFetchingNextPage, isFetchNextPageError, fetchNextPage])

  return {
    entries: once(list.data?.pages.flatMap((page) => page.entries) ?? []),
    stats: list.data?.pages.at(-1),
    hasMore: hasNextPage,
    loadingMore: isFetchingNextPage,
    failedMore: isFetchNextPageError,
    more: fetchNextPage,
  }
}

/** What was written between two pages moves the rest along: nothing is shown twice. */
const once = (entries: Entry[]) => [...new Map(entries.map((entry) => [entry.id, entry])).values()]
