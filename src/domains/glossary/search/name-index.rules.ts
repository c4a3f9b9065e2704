import { foldText } from '../../../platform/fold-text.ts'
import { createTrigramIndex, createTypoIndex, groupByKey } from './fuzzy-match.rules.ts'
import type { SearchEntry } from './search.contract.ts'
import { firstSentence } from './search.rules.ts'
import { stem, stems, stripSeparators, tokenize, uniqueStems } from './tokenizer.rules.ts'

/** Minimum similarity of a name to count at all, and where the text has a word that we know in another form. */
const thresholds = { similar: 0.42, knownWord: 0.85 }

type Name = { docId: number; written: string; stripped: string; stems: string | null }

export type NameIndex = ReturnType<typeof createNameIndex>

/** The stems of a name, to compare names by; null if there are none. */
const stemsKey = (nameStems: readonly string[]): string | null => [...nameStems].sort().join(' ') || null

/** Builds the index of names and aliases. @param entries from A to Z @returns yields often, so that a page stays responsive */
export function* buildNameIndex(entries: readonly SearchEntry[]): Generator<void, NameIndex> {
  const stemByWord = new Map<string, string>()
  const stemOnce = (word: string) => {
    const result = stemByWord.get(word) ?? stem(word)
    stemByWord.set(word, result)
    return result
  }
  const names: Name[] = []
  for (const [docId, { term_name, slug, aliases, definition }] of entries.entries()) {
    uniqueStems(tokenize(firstSentence(definition)), stemOnce)
    // People type slugs that spell the name differently (`strasse` for Straße).
    const address = stripSeparators(slug) === stripSeparators(term_name) ? [] : [slug]
    for (const name of [term_name, ...address, ...aliases]) {
      const words = tokenize(name)
      const key = stemsKey(uniqueStems(words, stemOnce))
      names.push({ docId, written: foldText(name), stripped: words.join(''), stems: key })
    }
    yield
  }
  return createNameIndex(names, stemByWord)
}

function createNameIndex(names: readonly Name[], stemByWord: ReadonlyMap<string, string>) {
  const stripped = names.map((name) => name.stripped)
  const trigramIndex = createTrigramIndex(stripped)
  const typoIndex = createTypoIndex(stripped)
  const knownStems = new Set(stemByWord.values())
  const warmUpTasks: (() => unknown)[] = [trigramIndex.build, typoIndex.build]
  const docIdOf = (nameId: number) => names[nameId]?.docId ?? 0
  const docIdsBy = (key: 'written' | 'stems' | 'stripped') =>
    groupByKey(names.map((name) => [name[key] ?? '', name.docId]))
  const [byWritten, byStems, byStripped] = [docIdsBy('written'), docIdsBy('stems'), docIdsBy('stripped')]
  return { warmUp, candidates, matchNames, matchMisspelledNames, similarNames }

  /** Builds one more of the parts that few queries need. @returns whether that was the last */
  function warmUp(): boolean {
    warmUpTasks.shift()?.()
    return warmUpTasks.length === 0
  }

  /** Documents with a name that may contain the text, in order; undefined if unknown. */
  function candidates(text: string): Iterable<number> | undefined {
    const nameIds = trigramIndex.candidates(text)
    return nameIds && new Set(nameIds.map(docIdOf))
  }

  /** Documents with exactly this name, then those with another form of it. */
  function matchNames(text: string, strippedText: string): number[] {
    const key = stemsKey(stems(text))
    const otherForms = [...((key && byStems.get(key)) || []), ...(byStripped.get(strippedText) ?? [])]
    return [...(byWritten.get(text) ?? []), ...otherForms.sort((a, b) => a - b)]
  }

  /**
   * Documents whose name is a likely correction of the text, the most similar first. A single word that we know is no typo. A word that we
   * know in another form needs a higher similarity: `hurting` is not `orbiting`, but `humilation` is `humiliation`.
   */
  function matchMisspelledNames(text: string, strippedText: string): [docId: number, similarity: number][] {
    if (strippedText.length < 5 || stemByWord.has(text)) return []
    const minimum = !text.includes(' ') && knownStems.has(stem(text)) ? thresholds.knownWord : 0
    return typoIndex
      .matches(strippedText)
      .filter(([, similarity]) => similarity >= minimum)
      .map(([nameId, similarity]) => [docIdOf(nameId), similarity])
  }

  /** Documents with a name that shares most letters with the text, the most similar first. */
  function similarNames(strippedText: string): [docId: number, similarity: number][] {
    const similar = trigramIndex.similar(strippedText, thresholds.similar)
    return similar.map(([nameId, similarity]) => [docIdOf(nameId), similarity])
  }
}
