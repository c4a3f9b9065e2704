import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useLoadMore } from '../../../ui/load-more/use-load-more.ts'
import { normalizeSearch } from '../search/search.rules.ts'
import type { Term } from '../terms.contract.ts'
import type { GlossaryAddress } from '../terms.rules.ts'
import { pageSize, readGlossaryAddress } from '../terms.rules.ts'
import { type Found, GlossaryList } from './glossary-list.tsx'

/** Specification point 9: a pause before a search (milliseconds). */
const pause = 300

/** What a list is asked for; a search passes the letter over. */
export type Asked = Pick<GlossaryAddress, 'search' | 'type' | 'sort' | 'letter'>
/**
 * What the list shows, and how far it is. It is used as a hook, always the same one.
 *
 * @param first what the server answered already; undefined once something else is asked for
 */
export type UseTerms = (
  asked: Asked,
  first: Found | undefined,
) => { found: Found; searching: boolean; loadingMore: boolean; failedMore: boolean; more: () => void }

type ListInPlaceProps = {
  /** As the server read the address and answered it. */
  address: GlossaryAddress
  found: Found
  letters: string[]
  aside: ReactNode
  base: string
  help?: (search: string) => ReactNode
  actions: (term: Term) => ReactNode
  /** Where the terms come from: the glossary (use-glossary-terms.ts), or samples. */
  useTerms: UseTerms
}

/**
 * The list of an interactive page: its links and its form change it in place. Any change begins again at the first page
 * (specification point 4). What is searched for never stands in the address (safety point 23).
 */
export function ListInPlace({ address: initial, found: first, useTerms, ...rest }: ListInPlaceProps) {
  const [address, setAddress] = useState(initial)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = normalizeSearch(address.search)
  const asked = { search, type: address.type, sort: address.sort, letter: search ? '' : address.letter }
  const list = useTerms(asked, address === initial ? first : undefined)
  const count = typeof list.found === 'string' ? 0 : list.found.terms.length
  const more = useLoadMore(count, list.more)

  function change(to: GlossaryAddress) {
    clearTimeout(timer.current)
    setAddress({ ...to, page: 1, from: 1 })
  }

  function onClick(event: MouseEvent) {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-list]')
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (link.dataset.list === 'more') {
      more()
      return
    }
    const to = readGlossaryAddress(new URL(link.href).searchParams)
    const cleared = link.dataset.list === 'letter'
    const box = (event.currentTarget as Element).querySelector<HTMLInputElement>('input[type=search]')
    if (cleared && box) box.value = ''
    // What was pressed is gone when the terms are there.
    if (link.closest('[data-part=results]')) box?.focus()
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
        found={list.found}
        inPlace={{ ...list, said: address !== initial || count > pageSize }}
      />
    </div>
  )
}

const searchOf = (element: Element) =>
  element.querySelector<HTMLInputElement>('input[type=search]')?.value ?? ''
