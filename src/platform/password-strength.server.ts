import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english, translations } from '@zxcvbn-ts/language-en'

let estimate: ZxcvbnFactory | undefined

/** What somebody tries first who knows where it is for: the words of this place (ASVS 5.0, 6.1.2). */
const ours = ['unfog', 'quickhide', 'glossary', 'journal', 'connections', 'favorites']

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
    // Ways to read `4` as `a`: all of them together take seconds for a password that is made of such signs.
    l33tMaxSubstitutions: 5,
  })
  // Pages wait meanwhile, and anybody can ask. The work grows with the square of the length; what its first 40 signs do not
  // make strong is weak.
  const start = (text: string) => text.slice(0, 40)
  const { score, feedback } = estimate.check(start(password), [...ours, ...known.map(start)])
  if (score >= least) return []
  const reasons = [feedback.warning, ...feedback.suggestions].filter((reason) => reason !== null)
  return reasons.length > 0 ? reasons : ['This is easy to guess. Add another word or two.']
}
