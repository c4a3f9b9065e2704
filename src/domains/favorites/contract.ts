import { z } from 'zod'
import { keptTermSchema } from '../glossary/contract.ts'

/** A term that a person saved (specification point 3). */
export const savedTermSchema = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  term_id: z.uuid(),
  created_at: z.iso.datetime().describe('When it was saved, in UTC'),
  term: keptTermSchema,
})
export type SavedTerm = z.infer<typeof savedTermSchema>

/** All that a person saved, the newest first, and the three counts of the page. */
export const savedTermsSchema = z.object({
  saved_terms: z.array(savedTermSchema),
  total: z.int().min(0),
  clinical: z.int().min(0),
  community: z.int().min(0),
})
export type SavedTerms = z.infer<typeof savedTermsSchema>
