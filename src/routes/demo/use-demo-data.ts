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

/** All of it is loaded with the first page. */
export function useDemo(): Demo & Pick<Site, 'roadmap' | 'planned'> {
  const demo = useRouteLoaderData<typeof loader>('routes/demo/layout')
  if (!demo) throw new Error('a demo page is outside the demo layout')
  return demo
}

export const useSampleTerms: UseTerms = (query) => {
  const { terms, failed } = useDemo()
  const key = JSON.stringify(query)
  const [loaded, setLoaded] = useState({ key, pages: 1 })
  // Specification point 4.
  const pages = loaded.key === key ? loaded.pages : 1
  const matches = filterTerms(terms, query)
  return {
    found: failed ? 'failed' : { terms: matches.slice(0, pages * pageSize), total: matches.length },
    searching: false,
    loadingMore: false,
    failedMore: false,
    more: () => setLoaded({ key, pages: pages + 1 }),
  }
}

export const useSampleSearch: UseSearch = () => {
  const [typed, setTyped] = useState('')
  const words = foldText(typed).split(' ').filter(Boolean)
  return { typed, setTyped, query: { words, searching: words.length > 0 } }
}

export const useSampleEntries: UseEntries = (initial, { words }) => ({
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

export const firstLetters = (terms: Term[]): string[] => [
  ...new Set(terms.map(({ term_name }) => sortKeyOf(term_name).charAt(0))),
]

/** Ranks the A-to-Z sample terms as the glossary does (docs/decisions/006). */
function filterTerms(terms: Term[], { search, type, sort, letter }: ListParams): Term[] {
  const matching = terms
    .filter((term) => type === 'all' || term.type === type)
    .filter(({ term_name }) => search !== '' || sortKeyOf(term_name).startsWith(letter))
  return search === '' ? sortTerms(matching, sort) : searchTerms(matching, search)
}

function sortTerms(terms: Term[], sort: ListParams['sort']): Term[] {
  if (sort === 'z-a') return [...terms].reverse()
  if (sort === 'a-z') return terms
  const newest = [...terms].sort((one, other) => other.created_at.localeCompare(one.created_at))
  return sort === 'newest' ? newest : newest.reverse()
}

function searchTerms(terms: Term[], search: string): Term[] {
  const text = search.toLowerCase()
  const isExact = (name: string) => name.toLowerCase() === text
  const exact = terms.filter(({ term_name, slug, aliases }) => [term_name, slug, ...aliases].some(isExact))
  const byName = terms.filter((term) => matchesName({ ...term, aliases: [] }, search))
  const byText = terms.filter((term) =>
    [term.definition, ...term.tags].some((words) => words.toLowerCase().includes(text)),
  )
  const byAlias = terms.filter((term) => matchesName(term, search))
  return [...new Set([...exact, ...byName, ...byText, ...byAlias])]
}
