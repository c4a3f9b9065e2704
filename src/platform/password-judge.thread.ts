import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'

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

/** @returns why the password is easy to guess, each a sentence; empty when it is not */
export default function judge({ password, known }: Question): string[] {
  const { score, feedback } = estimate.check(password, [...known])
  if (score >= least) return []
  const reasons = [feedback.warning, ...feedback.suggestions].filter((reason) => reason !== null)
  return reasons.length > 0 ? reasons : ['This is easy to guess. Add another word or two.']
}
