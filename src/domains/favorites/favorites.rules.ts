import * as messages from './messages.en.yaml'

export type FavoriteAction = 'save' | 'remove'

/** Returns an error message (specification point 5, "Favorites"). */
export function validateFavorite(
  intent: FavoriteAction,
  input: { signed_in: boolean; user_id?: string | undefined; term_id?: string | undefined },
): string | undefined {
  if (!input.signed_in) return intent === 'save' ? messages.signInToSave() : messages.signInToRemove()
  if (!input.user_id) return messages.noUser()
  if (!input.term_id) return messages.noTerm()
  return undefined
}
