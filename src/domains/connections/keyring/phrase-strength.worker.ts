/** zxcvbn with all its dictionaries, in a worker of its own: on a slow phone, preparing them would stop the page for a second. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'

export type StrengthQuery = { phrase: string; ownWords: string[] }
export type PhraseStrength = { score: 0 | 1 | 2 | 3 | 4; warning?: string }

// Without English names and words, two thirds of surnames with a year would pass (bench/measurements.md).
const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  translations: english.translations,
  // Without it, l33t characters take seconds.
  l33tMaxSubstitutions: 5,
})

addEventListener('message', ({ data, ports: [port] }: MessageEvent<StrengthQuery>) => {
  const { score, feedback } = estimator.check(data.phrase, data.ownWords)
  const { warning } = feedback
  const strength: PhraseStrength = { score, ...(warning && { warning }) }
  port?.postMessage(strength)
})
