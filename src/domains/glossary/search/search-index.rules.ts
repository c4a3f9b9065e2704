import { createTrigramIndex, createTypoIndex, groupByKey } from './fuzzy-match.rules.ts'
import { matchIdioms } from './idioms.rules.ts'
import {
  buildInvertedIndex,
  type InvertedIndex,
  type Posting,
  type SearchDocument,
  stemsKey,
} from './scoring.rules.ts'
import type { SearchEntry } from './search.contract.ts'
import { synonymsOf } from './synonyms.rules.ts'
import { stem, stems, stopWords, tokenize } from './tokenizer.rules.ts'

/** Minimum similarity of a name: to count at all, to be confident, to be the same but for a typo. And the minimum score to show. */
const thresholds = { similar: 0.42, confident: 0.55, typo: 0.85, score: 2 }
/** The weight of a synonym relative to the word itself. */
const synonymWeight = 0.7
/** The score of an idiom match. */
const idiomScore = 5
/** The share of the query's IDF that the best match must cover for the result to be good enough without the server. */
const confidentCoverage = 0.6

export type DocumentIndex = ReturnType<typeof createDocumentIndex>

/** The index for queries that few names contain. @returns yields between small steps of the build */
export function* buildDocumentIndex(
  entries: readonly (SearchEntry & Partial<SearchDocument>)[],
): Generator<void, DocumentIndex> {
  return createDocumentIndex(entries, yield* buildInvertedIndex(entries))
}

function createDocumentIndex(
  entries: readonly SearchEntry[],
  { names, postings: allPostings, stemByWord }: InvertedIndex,
) {
  const postings = new Map(allPostings.map((posting) => [posting.stem, posting]))
  const nameTrigrams = createTrigramIndex(names.map(({ stripped }) => stripped))
  const nameTypos = createTypoIndex(names.map(({ stripped }) => stripped))
  // A misspelled stop word must not become another word.
  const vocabulary = [...stemByWord.keys(), ...stopWords]
  const wordTypos = createTypoIndex(vocabulary)
  const warmUpTasks: (() => unknown)[] = [nameTrigrams.build, nameTypos.build, wordTypos.build]
  const docIdBySlug = new Map(entries.map(({ slug }, docId) => [slug, docId]))
  const docIdOf = (nameId: number) => names[nameId]?.docId ?? 0
  const docIdsBy = (key: 'written' | 'stems' | 'stripped') =>
    groupByKey(names.map((name) => [name[key] ?? '', name.docId]))
  const [byWritten, byStems, byStripped] = [docIdsBy('written'), docIdsBy('stems'), docIdsBy('stripped')]
  return { warmUp, candidates, matchNames, matchMisspelledNames, rank }

  /** Builds one more of the parts that few queries need. @returns whether that was the last */
  function warmUp(): boolean {
    warmUpTasks.shift()?.()
    return warmUpTasks.length === 0
  }

  /** Documents with a name that may contain the text, in order; undefined if unknown. */
  function candidates(stripped: string): Iterable<number> | undefined {
    const nameIds = nameTrigrams.candidates(stripped)
    return nameIds && new Set(nameIds.map(docIdOf))
  }

  /** Documents with exactly this name, then those with another form of it. */
  function matchNames(text: string, stripped: string): number[] {
    const key = stemsKey(stems(text))
    const otherForms = [...((key && byStems.get(key)) || []), ...(byStripped.get(stripped) ?? [])]
    return [...(byWritten.get(text) ?? []), ...otherForms.sort((a, b) => a - b)]
  }

  /**
   * Documents whose name is a likely correction of the text, the most similar first. A single word of our vocabulary is no typo. A word
   * of which the vocabulary has another form needs a higher similarity: `hurting` is not `orbiting`, but `humilation` is `humiliation`.
   */
  function matchMisspelledNames(text: string, stripped: string): [docId: number, similarity: number][] {
    if (stripped.length < 5 || stemByWord.has(text)) return []
    const minimum = !text.includes(' ') && postings.has(stem(text)) ? thresholds.typo : 0
    return nameTypos
      .matches(stripped)
      .filter(([, similarity]) => similarity >= minimum)
      .map(([nameId, similarity]) => [docIdOf(nameId), similarity])
  }

  /**
   * Ranks the documents by score, highest first, with the spelling similarity of a name.
   *
   * @returns `confident` when the best match covers most of the query's words or its name is spelled much like the query
   */
  function rank(
    text: string,
    stripped: string,
  ): { ranked: [docId: number, similarity: number][]; confident: boolean } {
    const wordByStem = new Map(tokenize(text).map((word) => [stem(word), word]))
    const queryWords = stems(text).map((one) => expandWord(one, wordByStem.get(one) ?? one))
    const knownWords = queryWords.filter((word) => word.postings.length > 0)
    const knownIdf = knownWords.reduce((sum, { idf }) => sum + idf, 0)
    const queryNorm = Math.hypot(...knownWords.map(({ idf }) => idf))
    const zeros = () => new Float64Array(entries.length)
    const [score, coverage, nameCosine, nameSimilarity] = [zeros(), zeros(), zeros(), zeros()]
    const dots = new Map<number, number>()
    for (const { postings: expanded, idf } of knownWords) {
      // A word and its synonyms count as one: per document only the heaviest occurrence counts.
      const best = new Map<number, [weight: number, trust: number]>()
      const nameWeights = new Map<number, number>()
      for (const [posting, trust] of expanded) {
        for (const [index, docId] of posting.docIds.entries()) {
          const weight = (posting.weights[index] ?? 0) * trust
          if (weight > (best.get(docId)?.[0] ?? 0)) best.set(docId, [weight, trust])
        }
        for (const nameId of posting.nameIds)
          nameWeights.set(nameId, Math.max(nameWeights.get(nameId) ?? 0, posting.idf * trust))
      }
      for (const [docId, [weight, trust]] of best) {
        score[docId] = (score[docId] ?? 0) + weight
        coverage[docId] = (coverage[docId] ?? 0) + idf * trust
      }
      for (const [nameId, weight] of nameWeights) dots.set(nameId, (dots.get(nameId) ?? 0) + idf * weight)
    }
    for (const [nameId, dot] of dots) {
      const docId = docIdOf(nameId)
      const cosine = dot / ((names[nameId]?.norm ?? 1) * queryNorm)
      nameCosine[docId] = Math.max(nameCosine[docId] ?? 0, cosine)
    }
    for (const slug of matchIdioms(text)) {
      const docId = docIdBySlug.get(slug)
      if (docId !== undefined) score[docId] = (score[docId] ?? 0) + idiomScore
    }
    for (const [nameId, similarity] of nameTrigrams.similar(stripped, thresholds.similar)) {
      const docId = docIdOf(nameId)
      nameSimilarity[docId] = Math.max(nameSimilarity[docId] ?? 0, similarity)
    }
    const totals = score.map(
      (sum, docId) =>
        sum * (0.5 + (0.5 * (coverage[docId] ?? 0)) / (knownIdf || 1)) +
        4 * (nameCosine[docId] ?? 0) ** 2 +
        10 * (nameSimilarity[docId] ?? 0),
    )
    const ranked = [...totals.keys()]
      .filter((docId) => (totals[docId] ?? 0) >= thresholds.score)
      .sort((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0))
      .map((docId): [number, number] => [docId, nameSimilarity[docId] ?? 0])
    const [[best, bestSimilarity] = [-1, 0]] = ranked
    // An unknown word counts as much as the average known one.
    const queryIdf =
      knownWords.length > 0 ? (knownIdf * queryWords.length) / knownWords.length : Number.POSITIVE_INFINITY
    const confident =
      (coverage[best] ?? 0) >= confidentCoverage * queryIdf || bestSimilarity >= thresholds.confident
    return { ranked, confident }
  }

  /** The postings for a query word: itself and its synonyms, or else the most similar spelling. */
  function expandWord(wordStem: string, word: string): { postings: [Posting, trust: number][]; idf: number } {
    const own = postings.get(wordStem)
    const expanded: [Posting, number][] = own ? [[own, 1]] : []
    for (const synonym of synonymsOf(wordStem) ?? []) {
      const posting = postings.get(synonym)
      if (posting) expanded.push([posting, synonymWeight])
    }
    const [correction] = expanded.length === 0 && word.length > 3 ? wordTypos.matches(word) : []
    const corrected = correction && postings.get(stemByWord.get(vocabulary[correction[0]] ?? '') ?? '')
    if (correction && corrected) expanded.push([corrected, correction[1]])
    return {
      postings: expanded,
      idf: own?.idf ?? Math.max(...expanded.map(([posting, trust]) => posting.idf * trust)),
    }
  }
}
