import { z } from 'zod'

/** Limits of the glossary (specification point 9; the search length is ours). */
export const pageSize = 20
export const searchLimit = 200
export const suggestionLimit = 5
export const optionLimit = 50

export const termTypes = ['clinical', 'community'] as const
const sortOrders = ['a-z', 'z-a', 'newest', 'oldest'] as const

export const termSchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  term_name: z.string(),
  type: z.enum(termTypes),
  definition: z.string(),
  aliases: z.array(z.string()),
  tags: z.array(z.string()),
  examples: z.array(z.string()),
  created_at: z.string().describe('When it was written into the glossary (ISO 8601, UTC)'),
})

/** A term as everybody sees it: the same names from the column to the component (specification point 3). */
export type Term = z.infer<typeof termSchema>
export type TermType = Term['type']
type SortOrder = (typeof sortOrders)[number]

export const suggestionSchema = termSchema.pick({ term_name: true, slug: true, type: true, definition: true })
export type Suggestion = z.infer<typeof suggestionSchema>

export const termOptionSchema = termSchema.pick({ id: true, term_name: true, slug: true, tags: true })

/** A term that somebody's Favorites or Connections hold on to, also after it has left the glossary. */
export const keptTermSchema = termSchema
  .pick({ id: true, term_name: true, slug: true, type: true, definition: true, tags: true })
  .extend({ retired: z.boolean().describe('It has left the glossary: its page is gone') })
export type KeptTerm = z.infer<typeof keptTermSchema>

const searchText = z
  .string()
  .max(searchLimit, `search text takes at most ${searchLimit} characters`)
  .describe('Blank text is no search')

/** `GET /api/terms`: strict, so that a program learns what it got wrong. */
export const listQuerySchema = z.object({
  search: searchText.optional(),
  type: z.enum(termTypes, `type is one of ${termTypes.join(', ')}`).optional(),
  sort: z.enum(sortOrders, `sort is one of ${sortOrders.join(', ')}`).default('a-z'),
  letter: z
    .string()
    .regex(/^[a-z]$/, 'letter is one of a to z')
    .optional()
    .describe('Only terms that begin with it; passed over when there is a search'),
  offset: z.coerce
    .number('offset is a number')
    .int('offset is a whole number')
    .min(0, 'offset is 0 or more')
    .max(1_000_000, 'offset is at most 1000000')
    .default(0),
  limit: z.coerce
    .number('limit is a number')
    .int('limit is a whole number')
    .min(1, 'limit is 1 or more')
    .max(100, 'limit is at most 100')
    .default(pageSize),
})

export const searchQuerySchema = z.object({ q: searchText.default('') })

export const termListSchema = z.object({ terms: z.array(termSchema), total: z.int() })

/** What a list is asked for, once parsed. `letter` is the first sign of the sort key; blank search is none. */
export type ListQuery = {
  search: string
  type: TermType | undefined
  sort: SortOrder
  letter?: string | undefined
  offset: number
  limit: number
}

/**
 * The state of `/glossary` as its address carries it. A person's address never fails: what is not understood is left out.
 *
 * `from` is the first page shown: a page alone for Load More, all pages up to `page` for somebody who comes back.
 */
export type GlossaryAddress = {
  search: string
  type: TermType | 'all'
  sort: SortOrder
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
