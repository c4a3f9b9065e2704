import type { SearchDocument } from './scoring.rules.ts'
import { firstSentence } from './search.rules.ts'
import { stems } from './tokenizer.rules.ts'

/** A word adds two bytes to the index, which the first search waits for. */
const limit = 8

/** Picks the distinctive words (TF-IDF) of each term's phrases. Alphabetical order compresses best. */
export function topPhraseStems(terms: readonly SearchDocument[]): string[] {
  const analyzed = terms.map(({ term_name, aliases, definition, phrases = '' }) => ({
    alreadyIndexed: new Set(stems([term_name, ...aliases, firstSentence(definition)].join(' '))),
    all: new Set(stems([term_name, ...aliases, definition, phrases].join(' '))),
    counts: countPhrases(phrases),
  }))
  const documentCounts = new Map<string, number>()
  for (const { all } of analyzed)
    for (const one of all) documentCounts.set(one, (documentCounts.get(one) ?? 0) + 1)
  const score = ([one, count]: [stem: string, count: number]) =>
    Math.log(1 + count) * Math.sqrt(Math.log(1 + terms.length / (documentCounts.get(one) ?? 1)))
  return analyzed.map(({ alreadyIndexed, counts }) =>
    [...counts]
      // The browser stems these words again.
      .filter(([one]) => !alreadyIndexed.has(one) && stems(one)[0] === one)
      .sort((a, b) => score(b) - score(a))
      .slice(0, limit)
      .map(([one]) => one)
      .sort()
      .join(' '),
  )
}

function countPhrases(phrases: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const phrase of phrases.split(','))
    for (const one of new Set(stems(phrase))) counts.set(one, (counts.get(one) ?? 0) + 1)
  return counts
}
