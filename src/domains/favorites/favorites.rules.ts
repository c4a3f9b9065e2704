export type FavoriteAction = 'save' | 'remove'

/** Returns an error message (specification point 5, "Favorites"). */
export function validateFavorite(
  intent: FavoriteAction,
  input: { signed_in: boolean; user_id?: string | undefined; term_id?: string | undefined },
): string | undefined {
  if (!input.signed_in) return `You must be logged in to ${intent} terms`
  if (!input.user_id) return 'User ID not available'
  if (!input.term_id) return 'Term ID is required'
  return undefined
}

/** Verbatim from specification point 8. */
export const favoriteMessages = {
  list: 'Error Loading Favorites',
  check: 'Failed to check if term is already saved',
  save: (message: string) => `Failed to save term: ${message}`,
  remove: (message: string) => `Failed to remove term: ${message}`,
} as const

export const favoriteToasts = {
  toggleFailed: { title: 'Error', description: 'Failed to update favorites. Please try again.' },
  removeFailed: { title: 'Error', description: 'Failed to remove term from favorites. Please try again.' },
  added: (term: string) => ({
    title: 'Added to favorites',
    description: `${term} has been saved to your favorites.`,
  }),
  removed: (term: string) => ({
    title: 'Removed from favorites',
    description: `${term} has been removed from your favorites.`,
  }),
} as const
