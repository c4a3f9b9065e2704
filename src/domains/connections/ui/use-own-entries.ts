import { useInfiniteQuery } from '@tanstack/react-query'
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
  const list = useInfiniteQuery({
    queryKey: ['journal-entries'],
    queryFn: ({ pageParam, signal }) => {
      const limit = all ? searchPage : pageSize
      return askApi<EntryList>(`/journal-entries?offset=${pageParam}&limit=${limit}`, { signal })
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, { entries }) => sum + entries.length, 0)
      return loaded < last.total ? loaded : undefined
    },
    staleTime: freshFor,
    retry: false,
    ...(initial && { initialData: { pages: [initial], pageParams: [0] } }),
  })
  const { fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = list

  // A search looks at everything, so the rest is fetched while it goes on.
  useEffect(() => {
    if (all && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) fetchNextPage()
  }, [all, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])

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
