import { z } from 'zod'
import { keptTermSchema } from '../glossary/contract.ts'

/** A term that a person saved (specification point 3). */
export const savedTermSchema = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  term_id: z.uuid(),
  created_at: z.string().describe('When it was saved (ISO 8601, UTC)'),
  term: keptTermSchema,
})
export type SavedTerm = z.infer<typeof savedTermSchema>

/** All that a person saved, the newest first, and the three counts of the page. */
export const savedTermsSchema = z.object({
  saved_terms: z.array(savedTermSchema),
  total: z.int(),
  clinical: z.int(),
  community: z.int(),
})
export type SavedTerms = z.infer<typeof savedTermsSchema>

/** The specification's words (point 8), to the letter. */
export const favoriteMessages = {
  list: 'Error Loading Favorites',
  check: 'Failed to check if term is already saved',
  save: (message: string) => `Failed to save term: ${message}`,
  remove: (message: string) => `Failed to remove term: ${message}`,
} as const

export const favoriteToasts = {
  toggleFailed: { title: 'Error', description: 'Failed to update favorites. Please try again.' },
  removeFailed: {
    title: 'Error',
    description: 'Failed to remove term from favorites. Please try again.',
  },
  added: (term: string) => ({
    title: 'Added to favorites',
    description: `${term} has been saved to your favorites.`,
  }),
  removed: (term: string) => ({
    title: 'Removed from favorites',
    description: `${term} has been removed from your favorites.`,
  }),
} as const
