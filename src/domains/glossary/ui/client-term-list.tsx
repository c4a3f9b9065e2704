import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useLoadMore } from '../../../ui/load-more/use-load-more.ts'
import { normalizeSearch } from '../search/search.rules.ts'
import { type GlossaryAddress, pageSize, readGlossaryAddress } from '../terms.rules.ts'
import { GlossaryList, type ListProps, type ListResult } from './glossary-list.tsx'

/** Specification point 9, in milliseconds. */
const debounce = 300

/** A search ignores the letter. */
export type ListParams = Pick<GlossaryAddress, 'search' | 'type' | 'sort' | 'letter'>
/** @param initial server-rendered; undefined once the parameters differ */
export type UseTerms = (
  params: ListParams,
  initial: ListResult | undefined,
) => { found: ListResult; searching: boolean; loadingMore: boolean; failedMore: boolean; more: () => void }

/** Any change restarts at the first page. Search text never enters the URL (safety point 23). */
export function ClientTermList({
  address: initial,
  found: initialResult,
  useTerms,
  ...rest
}: Omit<ListProps, 'base' | 'progress'> & { base: string; useTerms: UseTerms }) {
  const [address, setAddress] = useState(initial)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = normalizeSearch(address.search)
  const params = { search, type: address.type, sort: address.sort, letter: search ? '' : address.letter }
  const list = useTerms(params, address === initial ? initialResult : undefined)
  const count = typeof list.found === 'string' ? 0 : list.found.terms.length
  const loadMore = useLoadMore(count, list.more)

  function change(to: GlossaryAddress) {
    clearTimeout(timer.current)
    setAddress({ ...to, page: 1, from: 1 })
  }

  function onClick(event: MouseEvent) {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-list]')
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (link.dataset.list === 'more') return loadMore()
    const to = readGlossaryAddress(new URL(link.href).searchParams)
    const clearsSearch = link.dataset.list === 'letter'
    const box = (event.currentTarget as Element).querySelector<HTMLInputElement>('input[type=search]')
    if (clearsSearch && box) box.value = ''
    // The link disappears with the old results.
    if (link.closest('[data-part=results]')) box?.focus()
    change({ ...to, search: clearsSearch ? '' : address.search })
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: it only handles clicks on its links, which keys trigger too
    <div
      onClick={onClick}
      onSubmit={(event) => {
        event.preventDefault()
        change({ ...address, search: searchOf(event.currentTarget) })
      }}
      onInput={(event) => {
        const text = searchOf(event.currentTarget)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => change({ ...address, search: text, letter: '' }), debounce)
      }}
    >
      <GlossaryList
        {...rest}
        address={{ ...address, from: 1 }}
        found={list.found}
        progress={{ ...list, announce: address !== initial || count > pageSize }}
      />
    </div>
  )
}

const searchOf = (element: Element) =>
  element.querySelector<HTMLInputElement>('input[type=search]')?.value ?? ''
