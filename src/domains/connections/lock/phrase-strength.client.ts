/** For the page that sets a phrase, loaded when it is used. It runs on the device: the phrase is never sent. */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { normalizePhrase } from './phrase.client.ts'

/** The work grows with the square of the length. */
const mostCharacters = 100

export type PhraseStrength = { score: 0 | 1 | 2 | 3 | 4; warning?: string }

let estimator: Promise<ZxcvbnFactory> | undefined

/**
 * Estimates how hard a phrase is to guess (zxcvbn, Wheeler 2016): 3 is hard with many tries, 4 very hard.
 *
 * @param ownWords that others may know, such as the email address and the name
 */
export async function phraseStrength(
  phrase: string,
  ownWords: readonly string[] = [],
): Promise<PhraseStrength> {
  estimator = estimator ?? load()
  const loaded = await estimator.catch((thrown: unknown) => {
    // The next keystroke tries again.
    estimator = undefined
    throw thrown
  })
  const clip = (text: string) => text.slice(0, mostCharacters)
  const words = ['unfog', 'journal', 'connections', ...ownWords].flatMap((word) => [
    clip(word),
    ...clip(word).split(/[\s@]+/),
    ...clip(word).split(/[^\p{L}\p{N}]+/u),
  ])
  const { score, feedback } = loaded.check(clip(normalizePhrase(phrase)), words.filter(Boolean))
  const { warning } = feedback
  return { score, ...(warning && { warning }) }
}

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: english.translations,
    // Without it, l33t characters take seconds.
    l33tMaxSubstitutions: 5,
  })
}
