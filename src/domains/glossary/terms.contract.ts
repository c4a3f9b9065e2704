import { z } from 'zod'
import { queryNumber } from '../../platform/query-number.ts'
import { pageSize, searchLimit, senseUses, sortOrders, termTypes } from './terms.rules.ts'

export const termSchema = z.object({
  id: z.uuid(),
  slug: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  term_name: z.string().min(1),
  type: z.enum(termTypes),
  definition: z.string(),
  aliases: z.array(z.string()).describe('Other names'),
  tags: z.array(z.string()),
  examples: z.array(z.string()),
  created_at: z.iso.datetime().describe('When it was written into the glossary, in UTC'),
})

/** Fields have the same names from column to component (specification point 3). */
export type Term = z.infer<typeof termSchema>
export type TermType = Term['type']

/** Optional parts of a term's page. */
export const termDetailsSchema = z.object({
  senses: z
    .array(z.object({ use: z.enum(senseUses), text: z.string() }))
    .default([])
    .describe('Where everyday, psychological and legal use differ'),
  not_the_same_as: z
    .array(z.object({ term: z.string(), why: z.string() }))
    .default([])
    .describe('Names of terms that it is mixed up with'),
  called_elsewhere: z
    .array(z.object({ country: z.string(), name: z.string() }))
    .default([])
    .describe('Its names in the law of other countries'),
  origin: z.string().optional().describe('Where the word comes from'),
  sources: z
    .array(z.object({ title: z.string(), year: z.int(), checked: z.string().optional() }))
    .default([])
    .describe('Works that it names, with the month in which one was looked up'),
  heavy: z.boolean().default(false).describe('Whether it is about danger'),
})
export type TermDetails = z.infer<typeof termDetailsSchema>

/** What the page of a term shows. */
export const termPageSchema = termSchema.extend({
  ...termDetailsSchema.shape,
  in_people_words: z.array(z.string()).describe('What people say who live with it'),
})
export type TermPage = z.infer<typeof termPageSchema>

const reasonSchema = z.object({
  kind: z.enum(['also called', 'did you mean', 'described', 'in Spanish']),
  words: z.string().describe('The name that is meant; empty where the description or the Spanish words are'),
})
export type Reason = z.infer<typeof reasonSchema>

const listedTermSchema = termSchema.extend({ reason: reasonSchema.optional() })
export type ListedTerm = z.infer<typeof listedTermSchema>

export const suggestionSchema = listedTermSchema.pick({
  term_name: true,
  slug: true,
  type: true,
  definition: true,
  reason: true,
})
export type Suggestion = z.infer<typeof suggestionSchema>

export const termOptionSchema = termSchema.pick({ id: true, term_name: true, slug: true, tags: true })

/** Possibly retired. */
export const referencedTermSchema = termSchema
  .pick({ id: true, term_name: true, slug: true, type: true, definition: true, tags: true })
  .extend({ retired: z.boolean().describe('It has left the glossary: its page is gone') })
export type ReferencedTerm = z.infer<typeof referencedTermSchema>

export const termNameSchema = referencedTermSchema.omit({ type: true, definition: true })
export type TermName = z.infer<typeof termNameSchema>

const searchText = z
  .string()
  .max(searchLimit, `search text takes at most ${searchLimit} characters`)
  .describe('Blank text is no search')

/** Strict: API clients see their mistakes. */
export const listQuerySchema = z.object({
  search: searchText.optional(),
  type: z
    .enum(termTypes, `type is one of ${termTypes.join(', ')}`)
    .optional()
    .describe('Only terms of this type'),
  sort: z
    .enum(sortOrders, `sort is one of ${sortOrders.join(', ')}`)
    .default('a-z')
    .describe('By name, or by when a term was written; a search has its own order'),
  letter: z
    .string()
    .regex(/^[a-z]$/, 'letter is one of a to z')
    .optional()
    .describe('Only terms that begin with it; passed over when there is a search'),
  offset: queryNumber('offset', { min: 0, max: 1_000_000 })
    .default(0)
    .describe('How many terms are passed over before the first'),
  limit: queryNumber('limit', { min: 1, max: 100 })
    .default(pageSize)
    .describe('How many terms there are at most'),
})

export const searchQuerySchema = z.object({ q: searchText.default('') })

export const termListSchema = z.object({
  terms: z.array(listedTermSchema),
  total: z.int().min(0),
  ranked: z.boolean().optional().describe('Whether a sentence was searched, whose best matches come first'),
  spanish: z.boolean().optional().describe('Whether the search was Spanish'),
})

export type ListQuery = {
  search: string
  type: TermType | undefined
  sort: (typeof sortOrders)[number]
  letter?: string | undefined
  offset: number
  limit: number
}
