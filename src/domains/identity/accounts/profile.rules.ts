import { hasHiddenCharacters } from '../../../platform/visible-text.ts'
import * as messages from './messages.en.yaml'

/** In code points. */
export const nameLengths = { username: 40, first_name: 80 } as const
export type NameField = keyof typeof nameLengths

/** Returns the error message. */
export function nameProblem(field: NameField, text: string): string | undefined {
  const max = nameLengths[field]
  if ([...text.trim()].length > max) return messages.longName({ max })
  return hasHiddenCharacters(text.trim()) ? messages.hiddenCharacters() : undefined
}
