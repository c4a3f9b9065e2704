import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { apiFetch } from '../../../platform/api-client.ts'
import type { FoundTerm } from '../terms.contract.ts'
import { pageSize } from '../terms.rules.ts'
import type { Asked, UseTerms } from './client-term-list.tsx'

/** Specification point 9: answers are fresh for two minutes (milliseconds). */
const freshFor = 2 * 60_000

type Page = { terms: FoundTerm[]; total: number }

/** The terms of the glossary, twenty a page. */
export const useGlossaryTerms: UseTerms = (asked, first) => {
  const list = useInfiniteQuery({
    queryKey: ['terms', asked],
    queryFn: ({ pageParam, signal }) => apiFetch<Page>(`/terms?${queryOf(asked, pageParam)}`, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last: Page, pages) => {
      const loaded = pages.reduce((sum, { terms }) => sum + terms.length, 0)
      return loaded < last.total ? loaded : undefined
    },
    staleTime: freshFor,
    retry: false,
    ...(typeof first === 'object' && { initialData: { pages: [first], pageParams: [0] } }),
    placeholderData: keepPreviousData,
  })
  const pages = list.data?.pages ?? []
  const last = pages.at(-1)
  const failed = list.isError && !list.isFetchNextPageError
  return {
    found:
      typeof first === 'string' && !list.data
        ? first
        : failed || !last
          ? 'failed'
          : { terms: pages.flatMap(({ terms }) => terms), total: last.total },
    searching: list.isPlaceholderData || (list.isFetching && !list.data),
    loadingMore: list.isFetchingNextPage,
    failedMore: list.isFetchNextPageError,
    more: () => {
      if (!list.isFetchingNextPage) list.fetchNextPage()
    },
  }
}

function queryOf({ search, type, sort, letter }: Asked, offset: number): string {
  return new URLSearchParams({
    ...(search && { search }),
    ...(type !== 'all' && { type }),
    ...(letter && { letter }),
    sort,
    offset: String(offset),
    limit: String(pageSize),
  }).toString()
}
