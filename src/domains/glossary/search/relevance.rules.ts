import { createTypoIndex } from './fuzzy-match.rules.ts'
import type { Relevance } from './ranking.rules.ts'
import { synonymsOf } from './synonyms.rules.ts'
import { stem, stopWords, tokenize } from './tokenizer.rules.ts'

export type RelevanceDocument = {
  term_name: string
  aliases: readonly string[]
  definition: string
  tags: readonly string[]
  examples: readonly string[]
  /** What people type who do not know the name. */
  search_phrases: readonly string[]
}

const fieldWeights = { name: 3, alias: 2, phrase: 3, definition: 0.7, tag: 0.4, example: 0.2 }
/** A pair of words counts half as much as a word of the same rarity. */
const pairWeight = 0.5
const synonymWeight = 0.4
/** The similarity of a word that is meant: `quokka` is not `quota`. */
const closeSpelling = 0.75
/** BM25: how soon repetition stops to count, and how much a long text is discounted. */
const [saturation, lengthDiscount] = [4, 0.5]

/** In pairs, people are interchangeable, and so are negations: `my wife never lets me` is `he doesn't let me`. */
const interchangeable = new Map(
  [
    'he she they him her them his hers their hes shes theyre husband wife hubby boyfriend girlfriend partner ex bf gf',
    'i me my myself im ive id',
    'no not never nobody cant cannot dont doesnt didnt wont isnt wasnt couldnt wouldnt',
  ].flatMap((line) => line.split(' ').map((word, _, [first = '']) => [word, first] as const)),
)
/** Left out of pairs. */
const fillers = new Set(
  'a an the is are was were be been am to of and so just really very that it its this have has had do does did'.split(
    ' ',
  ),
)
/** There are fewer different words, and fewer documents: a pair and its document fit into 53 bits. */
const [pairBase, docBase] = [2 ** 18, 2 ** 16]

/**
 * Ranks documents by BM25 (Robertson and Zaragoza 2009) over words and pairs of words: neighbors, and words with one between. Pairs keep
 * what single words lose (`made me sign`, `in my name`).
 *
 * @returns yields between small steps of the build; then ranks a text: document ids with scores, the highest first
 */
export function* buildRelevance(
  documents: readonly RelevanceDocument[],
): Generator<void, Pick<Relevance, 'rank'>> {
  const wordIds = new Map<string, number>()
  const stemByWord = new Map<string, string>()
  const stemOnce = (word: string) => {
    const known = stemByWord.get(word)
    if (known !== undefined) return known
    const result = stem(word)
    stemByWord.set(word, result)
    return result
  }
  const newId = (word: string) => {
    const id = wordIds.get(word) ?? wordIds.size + 1
    wordIds.set(word, id)
    return id
  }
  const postings = yield* buildPostings(documents, (text) => featuresOf(text, stemOnce, newId))
  const vocabulary = [...stemByWord.keys(), ...stopWords]
  const typos = createTypoIndex(vocabulary)
  return { rank }

  function rank(text: string): [docId: number, score: number][] {
    const scores = new Float64Array(documents.length)
    const known = (word: string) => wordIds.get(word) ?? 0
    const { words, pairs } = featuresOf(text, stem, known)
    const searched = [...new Set(words)].map((id) => [[id, 1]] as [number, number][])
    const unknown = wordsOf(text).filter((word) => known(stem(word)) === 0)
    for (const word of unknown) {
      const [correction] = word.length > 3 ? typos.matches(word) : []
      const corrected =
        correction && correction[1] >= closeSpelling && stemByWord.get(vocabulary[correction[0]] ?? '')
      if (corrected) searched.push([[known(corrected), correction[1]]])
    }
    for (const word of new Set(wordsOf(text).map(stem))) {
      const synonyms = [...(synonymsOf(word) ?? [])].map((other): [number, number] => [
        known(other),
        synonymWeight,
      ])
      const own = searched.find(([[id] = [0]]) => id === known(word) && id > 0)
      if (own) own.push(...synonyms)
      else if (synonyms.length > 0) searched.push(synonyms)
    }
    for (const alternatives of searched) {
      // A word and its synonyms count once.
      const best = new Map<number, number>()
      for (const [id, trust] of alternatives)
        for (const [docId, weight] of postings(id))
          best.set(docId, Math.max(best.get(docId) ?? 0, weight * trust))
      for (const [docId, weight] of best) scores[docId] = (scores[docId] ?? 0) + weight
    }
    for (const pair of new Set(pairs))
      for (const [docId, weight] of postings(pair)) scores[docId] = (scores[docId] ?? 0) + weight * pairWeight
    return [...scores.entries()].filter(([, score]) => score > 0).sort((a, b) => b[1] - a[1])
  }
}

const wordsOf = (text: string) =>
  tokenize(text).filter((word) => word.length > 1 && !stopWords.has(word) && /\p{L}/u.test(word))

/** The ids of the words and pairs of a text. @param idOf 0 for an unknown word */
function featuresOf(text: string, stemWord: (word: string) => string, idOf: (word: string) => number) {
  const words = wordsOf(text)
    .map((word) => idOf(stemWord(word)))
    .filter((id) => id > 0)
  const sequence = tokenize(text)
    .filter((word) => !fillers.has(word))
    .map((word) => idOf(interchangeable.get(word) ?? stemWord(word)))
  const pairs: number[] = []
  for (const distance of [1, 2])
    for (let index = distance; index < sequence.length; index++) {
      const [first = 0, second = 0] = [sequence[index - distance], sequence[index]]
      if (first > 0 && second > 0) pairs.push(first * pairBase + second)
    }
  return { words, pairs }
}

type Features = { words: number[]; pairs: number[] }

/** Weights of BM25 by word or pair and document. Sorted columns, because objects would take ten times the memory. */
function* buildPostings(
  documents: readonly RelevanceDocument[],
  featuresOfText: (text: string) => Features,
): Generator<void, (id: number) => [docId: number, weight: number][]> {
  const frequencies: ReturnType<typeof countFeatures>[] = []
  for (const document of documents) {
    frequencies.push(countFeatures(document, featuresOfText))
    yield
  }
  const averageLength = frequencies.reduce((sum, { length }) => sum + length, 0) / documents.length
  const size = frequencies.reduce((sum, { counts }) => sum + counts.size, 0)
  // Sorts by feature, then by document.
  const order = new Float64Array(size)
  let next = 0
  for (const [docId, { counts }] of frequencies.entries())
    for (const id of counts.keys()) order[next++] = id * docBase + docId
  order.sort()
  const features = order.map((key) => Math.floor(key / docBase))
  const docIds = Uint16Array.from(order, (key) => key % docBase)
  const weights = Float32Array.from(order, (_, index) => {
    const { counts, length } = frequencies[docIds[index] ?? 0] as ReturnType<typeof countFeatures>
    const count = counts.get(features[index] ?? 0) ?? 0
    return (
      (count * (saturation + 1)) /
      (count + saturation * (1 - lengthDiscount + (lengthDiscount * length) / averageLength))
    )
  })

  /** The documents with a word or pair, weighted by its rarity. */
  return function postings(id: number): [docId: number, weight: number][] {
    const start = lowerBound(features, id)
    const end = lowerBound(features, id + 1)
    const rarity = Math.log(1 + (documents.length - (end - start) + 0.5) / (end - start + 0.5))
    return Array.from({ length: end - start }, (_, index) => [
      docIds[start + index] ?? 0,
      (weights[start + index] ?? 0) * rarity,
    ])
  }
}

function countFeatures(document: RelevanceDocument, featuresOfText: (text: string) => Features) {
  const counts = new Map<number, number>()
  let length = 0
  const add = (text: string, weight: number, withPairs = false) => {
    const { words, pairs } = featuresOfText(text)
    length += words.length * weight
    for (const id of withPairs ? [...words, ...pairs] : words) counts.set(id, (counts.get(id) ?? 0) + weight)
  }
  add(document.term_name, fieldWeights.name, true)
  for (const alias of document.aliases) add(alias, fieldWeights.alias, true)
  for (const phrase of document.search_phrases) add(phrase, fieldWeights.phrase, true)
  add(document.definition, fieldWeights.definition)
  for (const tag of document.tags) add(tag, fieldWeights.tag)
  for (const example of document.examples) add(example, fieldWeights.example)
  return { counts, length }
}

/** The first index whose value is not less. */
function lowerBound(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}
