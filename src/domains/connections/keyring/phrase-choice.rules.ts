import { foldText } from '../../../platform/fold-text.ts'

/** Characters. */
export const phraseLimit = 200

/** Whether a phrase is an email address or a name of its owner, or the part of the address before the @: others know these. */
export function isOwnWord(phrase: string, ownWords: readonly string[]): boolean {
  const typed = letters(phrase)
  const known = ownWords.flatMap((word) => [word, ...word.split('@').slice(0, 1)])
  return typed !== '' && known.some((word) => letters(word) === typed)
}

const letters = (text: string) => foldText(text).replaceAll(/[^\p{L}\p{N}]/gu, '')
