import { characterCount, signsOf } from '../preview.rules.ts'

/** Characters as a reader counts them: a family of emoji, or a letter with its accents, is one. */
export function readableCount(text: string): number {
  const joins = /\p{M}|\u200d|\p{Regional_Indicator}|\p{Emoji_Modifier}/u
  return joins.test(text) ? signsOf(text).length : characterCount(text)
}
