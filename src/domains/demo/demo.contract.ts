import { z } from 'zod'
import type { Activity } from '../account/activity.contract.ts'
import type { EntryList } from '../connections/entries.contract.ts'
import type { SavedTerms } from '../favorites/favorites.contract.ts'
import type { Term } from '../glossary/terms.contract.ts'

/** Specification point 9. */
export const demoStats = { favorites: 8, connections: 15, days_active: 15 } as const

const slug = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'is the address of a term')
const days_ago = z.int().min(0).max(90)

/** `content/demo.yaml`: the demo's sample data, with the names of the real entities (design, section 2). Dates are relative to the visit. */
export const samplesSchema = z.strictObject({
  connections: z
    .array(z.strictObject({ days_ago, term: slug.nullable(), content: z.string().min(1) }))
    .length(demoStats.connections),
  favorites: z.array(z.strictObject({ days_ago, term: slug })).length(demoStats.favorites),
  /** More terms for the demo's glossary. */
  terms: z.array(slug),
  term_of_the_day: slug,
})

export type Samples = z.infer<typeof samplesSchema>

/** All data of the demo's pages, in the shapes of the real ones (design, section 2); sent with the page. */
export type Demo = {
  /** The terms could not be read; the pages show an error. */
  failed?: true
  /** From A to Z. */
  terms: Term[]
  today: Term | undefined
  entries: EntryList
  favorites: SavedTerms
  activity: Pick<Activity, 'saved_terms' | 'connections' | 'latest'>
  days_active: number
}
