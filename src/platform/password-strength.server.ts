import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english, translations } from '@zxcvbn-ts/language-en'

let estimate: ZxcvbnFactory | undefined

/** Below three of four a password is found by somebody who can try it many times (zxcvbn, Wheeler 2016). */
const least = 3

/**
 * @param known what somebody close would try first: the address, a name
 * @returns why a password is easy to guess, each a sentence; empty when it is not
 */
export function weaknesses(password: string, known: readonly string[] = []): string[] {
  // 130 ms and some megabytes of word lists: only for who needs them.
  estimate ??= new ZxcvbnFactory({
    dictionary: { ...common, ...english },
    graphs: adjacencyGraphs,
    translations,
  })
  // The work grows with the square of the length, and what is this long is not weak for its words.
  const { score, feedback } = estimate.check(password.slice(0, 72), [...known])
  if (score >= least) return []
  const reasons = [feedback.warning, ...feedback.suggestions].filter((reason) => reason !== null)
  return reasons.length > 0 ? reasons : ['This is easy to guess. Add another word or two.']
}
