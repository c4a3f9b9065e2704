import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

let estimate: Promise<ZxcvbnFactory> | undefined

/** What somebody tries first who knows where it is for: the words of this place (ASVS 5.0, 6.1.2). */
const ours = ['unfog', 'quickhide', 'glossary', 'journal', 'connections', 'favorites']

/** Below three of four a password is found by somebody who can try it many times (zxcvbn, Wheeler 2016). */
const least = 3

/**
 * @param known what somebody close would try first: the address, a name
 * @returns why a password is easy to guess, each a sentence; empty when it is not
 */
export async function weaknesses(password: string, known: readonly string[] = []): Promise<string[]> {
  estimate ??= prepare()
  // Pages wait meanwhile, and anybody can ask. The work grows with the square of the length; what its first 40 signs do not
  // make strong is weak.
  const start = (text: string) => text.slice(0, 40)
  const { score, feedback } = (await estimate).check(start(password), [...ours, ...known.map(start)])
  if (score >= least) return []
  const reasons = [feedback.warning, ...feedback.suggestions].filter((reason) => reason !== null)
  return reasons.length > 0 ? reasons : ['This is easy to guess. Add another word or two.']
}

/** 130 ms and 20 MB of word lists: only where somebody chooses a password. */
async function prepare(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: english.translations,
    // Ways to read `4` as `a`: all of them together take seconds for a password that is made of such signs.
    l33tMaxSubstitutions: 5,
  })
}
