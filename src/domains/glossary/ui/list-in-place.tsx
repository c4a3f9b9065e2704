import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { askApi } from '../../../platform/ask-api.ts'
import { type GlossaryAddress, pageSize, readGlossaryAddress, type Term } from '../contract.ts'
import { normalizeSearch } from '../search/rules.ts'
import { type Found, GlossaryList } from './glossary-list.tsx'

/** Specification point 9: a pause of 300 ms before a search, answers fresh for two minutes (milliseconds). */
const pause = 300
const freshFor = 2 * 60_000

type Page = { terms: Term[]; total: number }
type ListInPlaceProps = {
  /** As the server read the address and answered it. */
  address: GlossaryAddress
  found: Found
  letters: string[]
  aside: ReactNode
  base: string
  deeds: (term: Term) => ReactNode
}

/**
 * The list of an interactive page: its links and its form change it in place. Any change begins again at the first page
 * (specification point 4). What is searched for never stands in the address (safety point 23).
 */
export function ListInPlace({ address: initial, found: first, ...rest }: ListInPlaceProps) {
  const [address, setAddress] = useState(initial)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = normalizeSearch(address.search)
  const asked = { search, type: address.type, sort: address.sort, letter: search ? '' : address.letter }
  const isFirst = address === initial && typeof first !== 'string'
  const list = useInfiniteQuery({
    queryKey: ['terms', asked],
    queryFn: ({ pageParam, signal }) => askApi<Page>(`/terms?${queryOf(asked, pageParam)}`, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last: Page, pages) => {
      const loaded = countOf(pages)
      return loaded < last.total ? loaded : undefined
    },
    staleTime: freshFor,
    retry: false,
    ...(isFirst && { initialData: { pages: [first as Page], pageParams: [0] } }),
    placeholderData: keepPreviousData,
  })
  const pages = list.data?.pages ?? []
  const last = pages.at(-1)
  const failed = list.isError && !list.isFetchNextPageError
  const found: Found =
    address === initial && typeof first === 'string' && !list.data
      ? first
      : failed || !last
        ? 'failed'
        : { terms: pages.flatMap(({ terms }) => terms), total: last.total }

  function change(to: GlossaryAddress) {
    clearTimeout(timer.current)
    setAddress({ ...to, page: 1, from: 1 })
  }

  function onClick(event: MouseEvent) {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-list]')
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (link.dataset.list === 'more') {
      if (!list.isFetchingNextPage) list.fetchNextPage()
      return
    }
    const to = readGlossaryAddress(new URL(link.href).searchParams)
    const cleared = link.dataset.list === 'letter'
    const box = (event.currentTarget as Element).querySelector<HTMLInputElement>('input[type=search]')
    if (cleared && box) box.value = ''
    change({ ...to, search: cleared ? '' : address.search })
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: it only hears the clicks of its links, which keys make too
    <div
      onClick={onClick}
      onSubmit={(event) => {
        event.preventDefault()
        change({ ...address, search: searchOf(event.currentTarget) })
      }}
      onInput={(event) => {
        const text = searchOf(event.currentTarget)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => change({ ...address, search: text, letter: '' }), pause)
      }}
    >
      <GlossaryList
        {...rest}
        address={{ ...address, from: 1 }}
        found={found}
        inPlace={{
          searching: list.isPlaceholderData || (list.isFetching && !list.data),
          loadingMore: list.isFetchingNextPage,
          failedMore: list.isFetchNextPageError,
        }}
      />
    </div>
  )
}

const countOf = (pages: Page[]) => pages.reduce((sum, { terms }) => sum + terms.length, 0)

const searchOf = (element: Element) =>
  element.querySelector<HTMLInputElement>('input[type=search]')?.value ?? ''

type Asked = Pick<GlossaryAddress, 'search' | 'type' | 'sort' | 'letter'>

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
