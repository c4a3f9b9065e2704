import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { apiFetch } from '../../../platform/api-client.ts'
import type { ListedTerm } from '../terms.contract.ts'
import { pageSize } from '../terms.rules.ts'
import type { ListParams, UseTerms } from './client-term-list.tsx'

/** Specification point 9, in milliseconds. */
const staleTime = 2 * 60_000

type Page = { terms: ListedTerm[]; total: number; ranked?: boolean; spanish?: boolean }

/** Loads the glossary. */
export const useGlossaryTerms: UseTerms = (params, initial) => {
  const list = useInfiniteQuery({
    queryKey: ['terms', params],
    queryFn: ({ pageParam, signal }) => apiFetch<Page>(`/terms?${queryOf(params, pageParam)}`, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last: Page, pages) => {
      const loaded = pages.reduce((sum, { terms }) => sum + terms.length, 0)
      return loaded < last.total ? loaded : undefined
    },
    staleTime,
    retry: false,
    ...(typeof initial === 'object' && { initialData: { pages: [initial], pageParams: [0] } }),
    placeholderData: keepPreviousData,
  })
  const pages = list.data?.pages ?? []
  const last = pages.at(-1)
  const failed = list.isError && !list.isFetchNextPageError
  return {
    found:
      typeof initial === 'string' && !list.data
        ? initial
        : failed || !last
          ? 'failed'
          : {
              terms: pages.flatMap(({ terms }) => terms),
              total: last.total,
              ranked: last.ranked,
              spanish: last.spanish,
            },
    searching: list.isPlaceholderData || (list.isFetching && !list.data),
    loadingMore: list.isFetchingNextPage,
    failedMore: list.isFetchNextPageError,
    more: () => {
      if (!list.isFetchingNextPage) list.fetchNextPage()
    },
  }
}

function queryOf({ search, type, sort, letter }: ListParams, offset: number): string {
  return new URLSearchParams({
    ...(search && { search }),
    ...(type !== 'all' && { type }),
    ...(letter && { letter }),
    sort,
    offset: String(offset),
    limit: String(pageSize),
  }).toString()
}
