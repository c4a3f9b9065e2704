import { foldText } from '../../platform/fold-text.ts'

/** Limits of the glossary (specification point 9; the search length is ours). */
export const pageSize = 20
export const searchLimit = 200
export const suggestionLimit = 5
export const optionLimit = 50

export const termTypes = ['clinical', 'community'] as const
export const sortOrders = ['a-z', 'z-a', 'newest', 'oldest'] as const

/**
 * The part of a term's address that comes from its name: `Fear, Obligation, and Guilt` is
 * `fear-obligation-and-guilt`. A tag's link is made by the same function (specification, point 2: lower-cased,
 * spaces turned to hyphens; the content guide adds that other signs are dropped).
 *
 * @param name any text
 * @returns only `a-z`, `0-9` and single inner hyphens; `''` when no letter or figure is left
 */
export function slugOf(name: string): string {
  return foldText(name)
    .replace(/ /g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
}

/**
 * The stored key of the A-Z order, to be compared by bytes (`COLLATE "C"`), because locales differ between databases.
 * Case, accents and signs do not count, hyphens count as spaces, and a shorter word comes first: `Self-Blame`, `Self
 * Harm`, `Selfish`. Figures come before letters. Two names may share a key; the id then decides.
 *
 * @param name any text
 * @returns letters, figures and single inner spaces, which PostgreSQL can always store
 */
export function sortKeyOf(name: string): string {
  return foldText(name)
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .replace(/ +/g, ' ')
    .trim()
}

/** The address of the term a tag names (specification point 2: lower-cased, spaces turned to hyphens). */
export const tagHref = (tag: string, base: string): string => `${base}/${slugOf(tag)}`

/** A term as search engines read it: a `DefinedTerm` in our `DefinedTermSet` (schema.org). */
export function definedTerm(
  term: { term_name: string; slug: string; definition: string; aliases: string[] },
  publicUrl: string,
  siteName: string,
) {
  return {
    '@context': 'https://schema.org',
    '@type': 'DefinedTerm',
    name: term.term_name,
    ...(term.aliases.length > 0 ? { alternateName: term.aliases } : {}),
    description: term.definition,
    url: `${publicUrl}/glossary/${term.slug}`,
    inDefinedTermSet: {
      '@type': 'DefinedTermSet',
      name: `${siteName} glossary`,
      url: `${publicUrl}/glossary`,
    },
  }
}

/**
 * The state of `/glossary` as its address carries it. A person's address never fails: what is not understood is left out.
 *
 * `from` is the first page shown: a page alone for Load More, all pages up to `page` for somebody who comes back.
 */
export type GlossaryAddress = {
  search: string
  type: (typeof termTypes)[number] | 'all'
  sort: (typeof sortOrders)[number]
  letter: string
  page: number
  from: number
}

/** @param params the query of the address */
export function readGlossaryAddress(params: URLSearchParams): GlossaryAddress {
  const type = params.get('type')
  const sort = params.get('sort')
  const letter = params.get('letter')?.toLowerCase() ?? ''
  const page = pageNumber(params.get('page'))
  return {
    search: params.get('search') ?? '',
    type: termTypes.find((known) => known === type) ?? 'all',
    sort: sortOrders.find((known) => known === sort) ?? 'a-z',
    letter: /^[a-z]$/.test(letter) ? letter : '',
    page,
    from: params.has('from') ? Math.min(pageNumber(params.get('from')), page) : 1,
  }
}

/** @returns the address of a state of the list, without what is the default; pages restart unless named */
export function glossaryHref(state: Partial<GlossaryAddress>, base = '/glossary'): string {
  const params = new URLSearchParams()
  if (state.search) params.set('search', state.search)
  if (state.type && state.type !== 'all') params.set('type', state.type)
  if (state.sort && state.sort !== 'a-z') params.set('sort', state.sort)
  if (state.letter) params.set('letter', state.letter)
  if (state.page && state.page > 1) params.set('page', String(state.page))
  const query = params.toString()
  return query ? `${base}?${query}` : base
}

function pageNumber(text: string | null): number {
  return text !== null && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1
}
