import { z } from 'zod'
import type { Activity } from '../account/activity.contract.ts'
import type { EntryList } from '../connections/entries.contract.ts'
import type { SavedTerms } from '../favorites/favorites.contract.ts'
import type { Term } from '../glossary/terms.contract.ts'

/** Specification point 9. */
export const demoStats = { favorites: 8, connections: 15, days_active: 15 } as const

const slug = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'is the address of a term')
const days_ago = z.int().min(0).max(90)

/** Sample data with the real entities' names. */
export const samplesSchema = z.strictObject({
  connections: z
    .array(
      z.strictObject({
        days_ago,
        term: slug.nullable(),
        content: z.string().min(1),
        tags: z.array(z.string().min(1)).default([]),
      }),
    )
    .length(demoStats.connections),
  favorites: z.array(z.strictObject({ days_ago, term: slug })).length(demoStats.favorites),
  terms: z.array(slug),
  term_of_the_day: slug,
})

export type Samples = z.infer<typeof samplesSchema>

/** In the shapes of the real pages. */
export type Demo = {
  /** The terms could not be read. */
  failed?: true
  /** From A to Z. */
  terms: Term[]
  today: Term | undefined
  entries: EntryList
  favorites: SavedTerms
  activity: Pick<Activity, 'saved_terms' | 'connections' | 'latest'>
  days_active: number
}
