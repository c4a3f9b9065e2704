import { foldText } from '../../../platform/fold-text.ts'
import type { Suggestion, TermType } from '../terms.contract.ts'
import { suggestionLimit } from '../terms.rules.ts'
import { type Match, matchReason } from './match-reason.rules.ts'
import { buildNameIndex, type NameIndex } from './name-index.rules.ts'
import { entriesOf, type SearchEntry, type SearchIndex } from './search.contract.ts'
import { stems, stripSeparators, tokenize } from './tokenizer.rules.ts'

/** How many terms may follow those that have the text, and how many a sentence finds. */
const limits = { similar: 20, sentence: 40 }
/** A term with a smaller share of the best score has little to do with the text. */
const relevantShare = 0.3
/** So many words that are no name are a sentence. */
const sentenceWords = 3

/**
 * Scored documents for a text, the best first, and whether some term is known to answer it: it speaks of danger, or is Spanish. On the
 * server only: a page can't load the text it needs.
 */
export type Relevance = {
  rank(text: string): [docId: number, score: number][]
  isAnswered(text: string): boolean
}

/** Document id to tier and similarity. */
type Matches = Map<number, Match>

/**
 * The search of server and browser, in the order of docs/decisions/006. A term appears once:
 * 1 the name, slug or an alias is the text; if no name contains it, another form of a name (`love bombs me`),
 *   or else a misspelled name (`gasligthing`).
 * 2 the name or slug contains the text: begins with it, has a word that does, or contains its letters.
 * 3 words start with its words. 4 the name starts with the text, ignoring spaces. 5 an alias contains it.
 * 6 if there are fewer than five so far: similar names, then relevant terms. For a sentence, nothing but these.
 *
 * @param entries from A to Z
 */
export function createRanker<Entry extends SearchEntry>(entries: readonly Entry[], relevance?: Relevance) {
  const names = entries.map(({ term_name, slug }) => `\n${foldText(term_name)}\n${foldText(slug)}`)
  const aliasLists = entries.map(({ aliases }) => aliases.map((alias) => `\n ${foldText(alias)}\n`).join(''))
  const build = buildNameIndex(entries)
  let nameIndex: NameIndex | undefined
  const index = () => {
    while (!nameIndex) buildStep()
    return nameIndex
  }

  return { entries, search, warmUp }

  function buildStep() {
    const { done, value } = build.next()
    if (!done) return
    if (!value) throw new Error('The search could not be prepared.')
    nameIndex = value
  }

  /** @returns whether everything is built */
  function warmUp(steps: number): boolean {
    if (nameIndex) return nameIndex.warmUp()
    for (let step = 0; step < steps && !nameIndex; step++) buildStep()
    return false
  }

  /** The caller runs the tiers. @param query from `normalizeSearch` */
  function search(query: string, type: TermType | undefined, limit: number) {
    // A query of apostrophes and dashes folds to nothing.
    const text = foldText(query) || query
    const stripped = stripSeparators(text)
    const matches: Matches = new Map()
    const matchesType = (docId: number) => type === undefined || entries[docId]?.type === type
    const add = (docId: number, tier: number, similarity = 0) => {
      if (!matches.has(docId) && matchesType(docId)) matches.set(docId, { tier, similarity })
    }
    const isFull = () => matches.size >= limit
    const candidateIds = nameIndex?.candidates(stripped)
    const candidates = () => candidateIds ?? entries.keys()
    const addContaining = (tier: number, texts: string[], part: string) => {
      for (const docId of candidates()) {
        if (isFull()) return
        if (texts[docId]?.includes(part)) add(docId, tier)
      }
    }
    return { matches, matchWrittenNames, matchNames, isSentence, matchText, matchSimilar, suggestions }

    /** Tiers 1 and 2, as written. @returns whether the limit is reached */
    function matchWrittenNames(): boolean {
      const slug = tokenize(text).join(' ')
      const isName = (docId: number) =>
        names[docId]?.startsWith(`\n${text}\n`) || (slug !== '' && names[docId]?.endsWith(`\n${slug}`))
      const isAlias = (docId: number) => aliasLists[docId]?.includes(`\n ${text}\n`)
      // Tier 2 shows no reason: the name contains the text.
      for (const isExact of [isName, isAlias])
        for (const docId of candidates()) if (isExact(docId)) add(docId, names[docId]?.includes(text) ? 2 : 1)
      for (const part of [`\n${text}`, ` ${text}`, text]) addContaining(2, names, part)
      return isFull()
    }

    /** Tiers 1 and 2. @returns whether the limit is reached */
    function matchNames(): boolean {
      if (matchWrittenNames()) return true
      if (matches.size === 0) for (const docId of index().matchNames(text, stripped)) add(docId, 1)
      if (matches.size === 0 && ![...candidates()].some((docId) => matchesType(docId) && isPrefix(docId)))
        for (const [docId, similarity] of index().matchMisspelledNames(text, stripped))
          add(docId, 1, similarity)
      return isFull()
    }

    /** After `matchNames`. One word or two that speak of danger, or are Spanish, are a sentence too. */
    function isSentence(): boolean {
      return (
        matches.size === 0 &&
        (tokenize(text).length >= sentenceWords || Boolean(relevance?.isAnswered(text))) &&
        !aliasLists.some((aliases) => aliases.includes(` ${text}`))
      )
    }

    /** A prefix is no typo. */
    function isPrefix(docId: number): boolean {
      return isStrippedPrefix(docId) || Boolean(aliasLists[docId]?.includes(` ${text}`))
    }

    /** Ignores spaces: `self gas`, `nocon`. */
    function isStrippedPrefix(docId: number): boolean {
      return stripped.length > 2 && stripSeparators(entries[docId]?.term_name ?? '').startsWith(stripped)
    }

    /** Tier 3. @param docIds full-text matches */
    function matchText(docIds: Iterable<number>) {
      for (const docId of [...docIds].sort((a, b) => a - b)) if (!isFull()) add(docId, 3)
    }

    /** Tiers 4 and 5. */
    function matchAliases() {
      for (const docId of index().matchNames(text, stripped)) add(docId, 4)
      for (const docId of candidates()) if (isStrippedPrefix(docId)) add(docId, 4)
      for (const part of [`\n ${text}`, ` ${text}`, text]) addContaining(5, aliasLists, part)
    }

    /** Tiers 4 to 6. */
    function matchSimilar() {
      if (isSentence()) return addMany(relevantTerms(), limits.sentence)
      matchAliases()
      if (matches.size < suggestionLimit)
        addMany([...index().similarNames(stripped), ...relevantTerms()], limits.similar)
    }

    function addMany(similar: [docId: number, similarity: number][], count: number) {
      const end = Math.min(limit, matches.size + count)
      for (const [docId, similarity] of similar) if (matches.size < end) add(docId, 6, similarity)
    }

    /** Their spelling is not similar. */
    function relevantTerms(): [docId: number, similarity: number][] {
      const ranked = relevance?.rank(text) ?? []
      const [[, best] = [0, 0]] = ranked
      return ranked
        .filter(([, score], index) => index < suggestionLimit || score >= relevantShare * best)
        .map(([docId]) => [docId, 0])
    }

    function suggestions(): Suggestion[] {
      return [...matches].slice(0, limit).flatMap(([docId, match]) => {
        const entry = entries[docId]
        if (!entry) return []
        const { term_name, slug, type, definition } = entry
        const reason = matchReason(entry, query, match)
        return [{ term_name, slug, type, definition, ...(reason && { reason }) }]
      })
    }
  }
}

/** The browser's search, over names, aliases and first sentences. `complete`: the server is not needed. */
export function deviceSearch(entries: readonly SearchEntry[]) {
  const ranker = createRanker(entries)
  let cachedTexts: string[] | undefined
  return { find, warmUp: ranker.warmUp }

  function find(query: string): { terms: Suggestion[]; complete: boolean } {
    const search = ranker.search(query, undefined, suggestionLimit)
    if (search.matchNames()) return { terms: search.suggestions(), complete: true }
    // Only the server knows what people say, and ranks it.
    if (search.isSentence()) return { terms: [], complete: false }
    search.matchText(docsWithAllWords(query))
    search.matchSimilar()
    // The user means a name that starts with the text, or nearly equals it.
    const text = foldText(query)
    const complete = [...search.matches].some(
      ([docId, { tier }]) =>
        tier === 1 ||
        tier === 4 ||
        (text.length >= 3 && foldedNames(entries[docId]).some((name) => name.startsWith(text))),
    )
    return { terms: search.suggestions(), complete }
  }

  function docsWithAllWords(query: string): number[] {
    if (stems(query).length === 0) return []
    // Browsers of 2020 cannot parse `??=`.
    const texts =
      cachedTexts ??
      entries.map(
        ({ term_name, aliases, definition }) =>
          ` ${tokenize([term_name, ...aliases, definition].join(' ')).join(' ')}`,
      )
    cachedTexts = texts
    const words = tokenize(query)
    return [...texts.entries()]
      .filter(([, text]) => words.every((word) => text.includes(` ${word}`)))
      .map(([docId]) => docId)
  }
}

/** Searches a downloaded index. */
export const indexSearch = (index: SearchIndex) => deviceSearch(entriesOf(index))

/** Searches while the index loads; the full search returns the same terms first. */
export function nameSearch(entries: readonly SearchEntry[]) {
  const ranker = createRanker(entries)
  return (query: string): Suggestion[] => {
    const search = ranker.search(query, undefined, suggestionLimit)
    search.matchWrittenNames()
    return search.suggestions()
  }
}

const foldedNames = (entry: SearchEntry | undefined): string[] =>
  entry ? [entry.term_name, ...entry.aliases].map(foldText) : []
