import { foldText } from '../../../platform/fold-text.ts'
import type { Reason } from '../terms.contract.ts'
import { trigramSimilarity, trigrams } from './fuzzy-match.rules.ts'
import { stems, stripSeparators } from './tokenizer.rules.ts'

/** The tier of `createRanker`, and how similar the spelling is. */
export type Match = { tier: number; similarity: number }

/** Says why a term matches, unless its name shows it. */
export function matchReason(
  { term_name, aliases }: { term_name: string; aliases: readonly string[] },
  search: string,
  { tier, similarity }: Match,
): Reason | undefined {
  if (tier === 2 || tier === 3) return undefined
  const text = foldText(search)
  const searchStems = new Set(stems(text))
  const sharedStems = (name: string) => {
    const nameStems = stems(name)
    return nameStems.filter((one) => searchStems.has(one)).length / (nameStems.length || 1)
  }
  if (tier === 6 && similarity === 0 && sharedStems(term_name) > 0) return undefined
  const searchTrigrams = trigrams(stripSeparators(text))
  const scoreName = (name: string) => {
    const folded = foldText(name)
    const index = ` ${folded}`.indexOf(` ${text}`)
    const contains = index === 0 ? 4 : index > 0 ? 3 : folded.includes(text) ? 2 : 0
    const spelling = similarity > 0 ? trigramSimilarity(trigrams(stripSeparators(name)), searchTrigrams) : 0
    return (folded === text ? 8 : 0) + contains + sharedStems(name) + spelling
  }
  let [closest, highest] = [term_name, scoreName(term_name)]
  for (const alias of aliases) {
    const score = scoreName(alias)
    if (score > highest) [closest, highest] = [alias, score]
  }
  if (similarity > 0) return { kind: 'did you mean', words: closest }
  if (tier === 6 && sharedStems(closest) < 0.5) return { kind: 'described', words: '' }
  return closest === term_name ? undefined : { kind: 'also called', words: closest }
}
