import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'
import { isLeakedPassword } from './leaked-passwords.server.ts'
import type { Weakness } from './password-weakness.ts'

/** Below three of four a password is found by somebody who can try it many times (zxcvbn, Wheeler 2016). */
const least = 3

const estimate = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  translations: english.translations,
  // Ways to read `4` as `a`: all of them together take seconds for a password that is made of such signs.
  l33tMaxSubstitutions: 5,
})

/** What a thread of the judge is asked. @param known what somebody tries first who knows the person or the place */
export type Question = { password: string; known: readonly string[] }

/** @returns why the password is easy to guess; empty when it is not */
export default function judge({ password, known }: Question): Weakness[] {
  if (isLeakedPassword(password)) return [leaked]
  const { score, feedback, sequence } = estimate.check(password, [...known])
  if (score >= least) return []
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
