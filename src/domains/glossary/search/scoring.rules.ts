import { foldText } from '../../../platform/fold-text.ts'
import type { Reason } from '../terms.contract.ts'
import { trigramSimilarity, trigrams } from './fuzzy-match.rules.ts'
import { firstSentence } from './search.rules.ts'
import { stem, stems, stripSeparators, tokenize, uniqueStems } from './tokenizer.rules.ts'

export type SearchDocument = {
  slug: string
  term_name: string
  definition: string
  aliases: readonly string[]
  tags?: readonly string[]
  examples?: readonly string[]
  phrases?: string
}

type NameEntry = {
  nameId: number
  docId: number
  written: string
  stripped: string
  stems: string | null
  norm: number
}
export type Posting = { stem: string; idf: number; docIds: number[]; weights: number[]; nameIds: number[] }

const weight = { name: 3, alias: 2, phrase: 3, sentence: 1.5, definition: 0.5, example: 0.2, tag: 0.4 }
/** As in BM25. */
const saturation = { max: 4, half: 1.2 }

/** The stems of a name, to compare names by; null if there are none. */
export const stemsKey = (nameStems: readonly string[]): string | null =>
  [...nameStems].sort().join(' ') || null

export type InvertedIndex = {
  names: NameEntry[]
  postings: Posting[]
  stemByWord: ReadonlyMap<string, string>
}

/**
 * Builds the index, with weights like BM25's; yields often, so that a page stays responsive.
 * @param terms from A to Z; the position is the document id
 */
export function* buildInvertedIndex(terms: readonly SearchDocument[]): Generator<void, InvertedIndex> {
  const stemByWord = new Map<string, string>()
  const stemOnce = memoize(stem, stemByWord)
  // Tokenizing takes longest: once a text.
  const analyze = memoize((text) => {
    const words = tokenize(text)
    return { stripped: words.join(''), stems: uniqueStems(words, stemOnce) }
  })
  const frequencies: Map<string, number>[] = []
  for (const term of terms) {
    frequencies.push(weighStems(term, (text) => analyze(text).stems))
    yield
  }
  const documentCounts = new Map<string, number>()
  for (const words of frequencies)
    for (const word of words.keys()) documentCounts.set(word, (documentCounts.get(word) ?? 0) + 1)
  const postings = new Map<string, Posting>()
  for (const [word, count] of documentCounts) {
    const idf = Math.log(1 + (terms.length - count + 0.5) / (count + 0.5))
    postings.set(word, { stem: word, idf, docIds: [], weights: [], nameIds: [] })
  }
  for (const [docId, words] of frequencies.entries()) {
    for (const [word, sum] of words) {
      const posting = postings.get(word)
      const frequency = Math.min(sum, saturation.max)
      posting?.docIds.push(docId)
      posting?.weights.push((posting.idf * frequency) / (frequency + saturation.half))
    }
  }
  const names: NameEntry[] = []
  for (const [docId, { term_name, slug, aliases }] of terms.entries()) {
    // People type slugs that spell the name differently (`strasse` for Straße).
    const address = stripSeparators(slug) === analyze(term_name).stripped ? [] : [slug]
    for (const name of [term_name, ...address, ...aliases]) {
      const nameId = names.length
      const { stripped, stems } = analyze(name)
      let squares = 0
      for (const word of stems) {
        const posting = postings.get(word)
        posting?.nameIds.push(nameId)
        squares += (posting?.idf ?? 0) ** 2
      }
      const norm = Math.sqrt(squares) || 1
      names.push({ nameId, docId, written: foldText(name), stripped, stems: stemsKey(stems), norm })
    }
    yield
  }
  return { names, postings: [...postings.values()], stemByWord }
}

/** Lives as long as one index build: nothing that people type is retained. */
function memoize<Result>(compute: (text: string) => Result, cache = new Map<string, Result>()) {
  return (text: string): Result => {
    const cached = cache.get(text)
    if (cached !== undefined) return cached
    const result = compute(text)
    cache.set(text, result)
    return result
  }
}

function weighStems(
  { term_name, aliases, definition, examples = [], tags = [], phrases = '' }: SearchDocument,
  stemsOf: (text: string) => readonly string[],
): Map<string, number> {
  const weights = new Map<string, number>()
  const add = (text: string, fieldWeight: number) => {
    for (const word of stemsOf(text)) {
      const sum = weights.get(word)
      weights.set(word, sum === undefined ? fieldWeight : sum + fieldWeight / 2)
    }
  }
  add(term_name, weight.name)
  for (const alias of aliases) add(alias, weight.alias)
  add(phrases, weight.phrase)
  add(firstSentence(definition), weight.sentence)
  add(definition, weight.definition)
  for (const example of examples) add(example, weight.example)
  for (const tag of tags) add(tag, weight.tag)
  return weights
}

/** The tier of `createRanker`, and how similar the spelling is. */
export type Match = { tier: number; similarity: number }

/** Says why a term matches, unless its name shows it. */
export function matchReason(
  { term_name, aliases }: Pick<SearchDocument, 'term_name' | 'aliases'>,
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
