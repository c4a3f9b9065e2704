import { characterCount, splitGraphemes } from './preview.rules.ts'

/** Counts graphemes: an emoji family is one. */
export function readableCount(text: string): number {
  const joins = /\p{M}|\u200d|\p{Regional_Indicator}|\p{Emoji_Modifier}/u
  return joins.test(text) ? splitGraphemes(text).length : characterCount(text)
}
