import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'
import { isLeakedPassword } from './leaked-passwords.server.ts'
import type { Weakness } from './password-weakness.ts'

/** Lower is guessable with many tries (zxcvbn, Wheeler 2016). */
const minScore = 3

const estimate = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  translations: english.translations,
  // Without it, l33t characters take seconds.
  l33tMaxSubstitutions: 5,
})

/** Attackers try `userInputs` first. */
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
