import { z } from 'zod'
import { referencedTermSchema } from '../glossary/terms.contract.ts'

/** Specification point 3. */
export const savedTermSchema = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  term_id: z.uuid(),
  created_at: z.iso.datetime().describe('When it was saved, in UTC'),
  term: referencedTermSchema,
})
export type SavedTerm = z.infer<typeof savedTermSchema>

/** A page asks only for its own terms. */
export const savedTermsQuerySchema = z.object({
  slugs: z
    .string()
    .regex(/^[a-z0-9-]+(?:,[a-z0-9-]+)*$/, 'slugs are those of terms, with commas between')
    .max(13_000)
    .optional()
    .describe('Only these terms, by their slugs with commas between; the counts too are of these'),
})

export const savedTermsSchema = z.object({
  saved_terms: z.array(savedTermSchema),
  total: z.int().min(0),
  clinical: z.int().min(0),
  community: z.int().min(0),
})
export type SavedTerms = z.infer<typeof savedTermsSchema>

/** Adds the counts of specification point 2. */
export function withCounts(saved_terms: SavedTerm[]): SavedTerms {
  const clinical = saved_terms.filter(({ term }) => term.type === 'clinical').length
  const total = saved_terms.length
  return { saved_terms, total, clinical, community: total - clinical }
}
