import { useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { UseEntries, UseSearch } from '../../domains/connections/ui/entry-list.tsx'
import type { Demo } from '../../domains/demo/demo.contract.ts'
import type { Site } from '../../domains/editorial/editorial.contract.ts'
import { matchesName } from '../../domains/glossary/search/search.rules.ts'
import type { Term } from '../../domains/glossary/terms.contract.ts'
import { pageSize, sortKeyOf } from '../../domains/glossary/terms.rules.ts'
import type { ListParams, UseTerms } from '../../domains/glossary/ui/client-term-list.tsx'
import { foldText } from '../../platform/fold-text.ts'
import type { loader } from './layout.tsx'

/** What the demo shows. It comes with the first page, and no room asks for more. */
export function useDemo(): Demo & Pick<Site, 'roadmap' | 'planned'> {
  const demo = useRouteLoaderData<typeof loader>('routes/demo/layout')
  if (!demo) throw new Error('a room of the demo stands outside its frame')
  return demo
}

/** The sample terms as the list of the glossary takes them. */
export const useSampleTerms: UseTerms = (asked) => {
  const { terms, failed } = useDemo()
  const key = JSON.stringify(asked)
  const [shown, setShown] = useState({ key, pages: 1 })
  // Whatever is asked for anew begins again at the first page (specification point 4).
  const pages = shown.key === key ? shown.pages : 1
  const found = listSamples(terms, asked)
  return {
    found: failed ? 'failed' : { terms: found.slice(0, pages * pageSize), total: found.length },
    searching: false,
    loadingMore: false,
    failedMore: false,
    more: () => setShown({ key, pages: pages + 1 }),
  }
}

/** What is searched for among the sample Connections: all words, wherever they stand. */
export const useSampleSearch: UseSearch = () => {
  const [typed, setTyped] = useState('')
  const words = foldText(typed).split(' ').filter(Boolean)
  return { typed, setTyped, words }
}

/** The sample Connections that have the words. */
export const useSampleEntries: UseEntries = (initial, words) => ({
  entries:
    initial?.entries.filter(({ content, term }) => {
      const text = foldText(String([content, term?.term_name, term?.tags]))
      return words.every((word) => text.includes(word))
    }) ?? [],
  stats: initial,
  hasMore: false,
  loadingMore: false,
  failedMore: false,
  more: () => {},
})

/** The first letters of the sample terms. */
export const lettersOf = (terms: Term[]): string[] => [
  ...new Set(terms.map(({ term_name }) => sortKeyOf(term_name).charAt(0))),
]

/**
 * The sample terms that are asked for, in the order of the glossary (docs/decisions/006): exact names and aliases, names that contain
 * the text, what the rest of a term says, aliases that contain it.
 *
 * @param terms A to Z
 */
function listSamples(terms: Term[], { search, type, sort, letter }: ListParams): Term[] {
  const kept = terms
    .filter((term) => type === 'all' || term.type === type)
    .filter(({ term_name }) => search !== '' || sortKeyOf(term_name).startsWith(letter))
  return search === '' ? sorted(kept, sort) : searched(kept, search)
}

function sorted(terms: Term[], sort: ListParams['sort']): Term[] {
  if (sort === 'z-a') return [...terms].reverse()
  if (sort === 'a-z') return terms
  const newest = [...terms].sort((one, other) => other.created_at.localeCompare(one.created_at))
  return sort === 'newest' ? newest : newest.reverse()
}

function searched(terms: Term[], search: string): Term[] {
  const text = search.toLowerCase()
  const isExact = (name: string) => name.toLowerCase() === text
  const exact = terms.filter(({ term_name, slug, aliases }) => [term_name, slug, ...aliases].some(isExact))
  const named = terms.filter((term) => matchesName({ ...term, aliases: [] }, search))
  const told = terms.filter((term) =>
    [term.definition, ...term.tags].some((words) => words.toLowerCase().includes(text)),
  )
  return [...new Set([...exact, ...named, ...told, ...terms.filter((term) => matchesName(term, search))])]
}
