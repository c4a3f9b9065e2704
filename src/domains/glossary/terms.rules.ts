import { foldText } from '../../platform/fold-text.ts'

/** Specification point 9, but `searchLimit` (characters). */
export const pageSize = 20
export const searchLimit = 200
/** How a word may be used. */
export const senseUses = ['everyday', 'psychology', 'law', 'community'] as const
export const suggestionLimit = 5
export const optionLimit = 50

export const termTypes = ['clinical', 'community'] as const
export const sortOrders = ['a-z', 'z-a', 'newest', 'oldest'] as const

/** `Fear, Obligation, and Guilt` becomes `fear-obligation-and-guilt` (specification point 2). */
export function slugOf(name: string): string {
  return foldText(name)
    .replace(/ /g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
}

/** A key for A-Z order by bytes, since locales differ: `Self-Blame`, `Self Harm`, `Selfish`. */
export function sortKeyOf(name: string): string {
  return foldText(name)
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .replace(/ +/g, ' ')
    .trim()
}

/** The link of a tag to its term. */
export const tagHref = (tag: string, base: string): string => `${base}/${slugOf(tag)}`

/** The list shows pages `from` to `page`: one for Load More, all after a reload. */
export type GlossaryAddress = {
  search: string
  type: (typeof termTypes)[number] | 'all'
  sort: (typeof sortOrders)[number]
  letter: string
  page: number
  from: number
}

export function readGlossaryAddress(params: URLSearchParams): GlossaryAddress {
  const type = params.get('type')
  const sort = params.get('sort')
  const letter = params.get('letter')?.toLowerCase() ?? ''
  const page = pageNumber(params.get('page'))
  return {
    search: params.get('search') ?? '',
    type: termTypes.find((one) => one === type) ?? 'all',
    sort: sortOrders.find((one) => one === sort) ?? 'a-z',
    letter: /^[a-z]$/.test(letter) ? letter : '',
    page,
    from: params.has('from') ? Math.min(pageNumber(params.get('from')), page) : 1,
  }
}

/** The URL of a list, without defaults; the page restarts unless given. */
export function glossaryHref(state: Partial<GlossaryAddress>, base: string): string {
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
