import { z } from 'zod'
import type { Activity } from '../account/activity.contract.ts'
import type { EntryList } from '../connections/entries.contract.ts'
import type { SavedTerms } from '../favorites/favorites.contract.ts'
import type { Term } from '../glossary/terms.contract.ts'

/** Specification point 9: what the demo's numbers say, and its rooms show. */
export const demoStats = { favorites: 8, connections: 15, days_active: 15 } as const

const slug = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'is the address of a term')
const days_ago = z.int().min(0).max(90)

/**
 * `content/demo.yaml`: the demo's sample data, in the words of the real entities (design, section 2): a Connection's text, its
 * term by slug or none, and when it was written, counted back from the day of the visit.
 */
export const samplesSchema = z.strictObject({
  connections: z
    .array(z.strictObject({ days_ago, term: slug.nullable(), content: z.string().min(1) }))
    .length(demoStats.connections),
  favorites: z.array(z.strictObject({ days_ago, term: slug })).length(demoStats.favorites),
  /** What the demo's glossary holds besides the terms named above. */
  terms: z.array(slug),
  term_of_the_day: slug,
})

export type Samples = z.infer<typeof samplesSchema>

/** Everything that the demo's rooms show, in the shapes of the real ones (design, section 2). It comes with the page. */
export type Demo = {
  /** Where the terms could not be read: what shows them says so. */
  failed?: true
  /** A to Z. */
  terms: Term[]
  today: Term | undefined
  entries: EntryList
  favorites: SavedTerms
  activity: Pick<Activity, 'saved_terms' | 'connections' | 'latest'>
  days_active: number
}
