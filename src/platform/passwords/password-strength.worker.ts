import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'
import { isLeakedPassword } from './leaked-passwords.server.ts'
import type { Weakness } from './password-weakness.ts'

/** Of 0 to 4. A lower score is guessable with many tries (zxcvbn, Wheeler 2016). */
const minScore = 3

const estimate = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  translations: english.translations,
  // Without this limit, passwords full of l33t characters take seconds.
  l33tMaxSubstitutions: 5,
})

/** `userInputs` are words that an attacker who knows the user or the site tries first. */
export type StrengthQuery = { password: string; userInputs: readonly string[] }

export default function checkStrength({ password, userInputs }: StrengthQuery): Weakness[] {
  if (isLeakedPassword(password)) return [leaked]
  const { score, feedback, sequence } = estimate.check(password, [...userInputs])
  if (score >= minScore) return []
  const isCommon = sequence.some((match) => match.dictionaryName === 'passwords-common')
  const code = isCommon ? 'pwned' : 'characters'
  const sentences = [feedback.warning, ...feedback.suggestions].filter((sentence) => sentence !== null)
  if (sentences.length === 0) sentences.push('This is easy to guess. Add another word or two.')
  return sentences.map((sentence) => ({ code, sentence }))
}

const leaked: Weakness = {
  code: 'pwned',
  sentence: 'This password appears in lists of leaked passwords. Please choose another.',
}
