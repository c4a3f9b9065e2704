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

/** The sentences are zxcvbn's, and may be none; undefined for a strong password. A thread cannot import our catalogs of messages. */
export type Strength = 'leaked' | { code: Weakness['code']; sentences: string[] } | undefined

export default function checkStrength({ password, userInputs }: StrengthQuery): Strength {
  if (isLeakedPassword(password)) return 'leaked'
  const { score, feedback, sequence } = estimate.check(password, [...userInputs])
  if (score >= minScore) return undefined
  const isCommon = sequence.some((match) => match.dictionaryName === 'passwords-common')
  const sentences = [feedback.warning, ...feedback.suggestions].filter((sentence) => sentence !== null)
  return { code: isCommon ? 'pwned' : 'characters', sentences }
}
