import { hasHiddenCharacters } from '../../../platform/visible-text.ts'

export const profileMessages = {
  saved: 'Your profile is saved.',
  failed: 'Your profile could not be saved. What you typed is still here: please try again.',
} as const

/** In code points. */
export const nameLengths = { username: 40, first_name: 80 } as const
export type NameField = keyof typeof nameLengths

/** Returns the error message. */
export function nameProblem(field: NameField, text: string): string | undefined {
  if ([...text.trim()].length > nameLengths[field])
    return `Please use at most ${nameLengths[field]} characters.`
  return hasHiddenCharacters(text.trim()) ? 'Please use only visible characters.' : undefined
}
