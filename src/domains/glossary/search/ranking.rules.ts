import { foldText } from '../../../platform/fold-text.ts'
import type { Suggestion, TermType } from '../terms.contract.ts'
import { suggestionLimit } from '../terms.rules.ts'
import { type Match, matchReason, type SearchDocument } from './scoring.rules.ts'
import { entriesOf, type SearchEntry, type SearchIndex } from './search.contract.ts'
import { buildDocumentIndex, type DocumentIndex } from './search-index.rules.ts'
import { stems, stripSeparators, tokenize } from './tokenizer.rules.ts'

/** The maximum number of similar terms. */
const fuzzyLimit = 20
/** A query of this many words or more is a description, not a name. */
const descriptionWords = 3

/** Matches in order, by document id: the index into the entries. */
type Matches = Map<number, Match>

/**
 * The search engine of the server and the browser, which knows less of each term. It ranks in the order of docs/decisions/006. A term
 * appears in its first tier only:
 * 1 exact: the name, slug or an alias is the text. If no name contains the text, another form of a name (`love bombs me`), or else a
 *   misspelled name (`gasligthing`).
 * 2 and 3 the specification's two steps, each from A to Z: 2 the name or slug contains the text; 3 words of the term start with the
 *   words of the text.
 * 4 the name starts with the text, ignoring spaces, or is another form of it.
 * 5 an alias contains it; first the aliases that start with it.
 * 6 only if tiers 1 to 5 have fewer than five: the most similar terms, at most twenty. If more terms contain the words of a
 *   description than fit, the most similar ones come first, because alphabetical order says nothing about relevance.
 *
 * @param entries from A to Z
 */
export function createRanker<Entry extends SearchEntry & Partial<SearchDocument>>(entries: readonly Entry[]) {
  const names = entries.map(({ term_name, slug }) => `${foldText(term_name)}\n${foldText(slug)}`)
  const aliasLists = entries.map(({ aliases }) => aliases.map((alias) => `\n ${foldText(alias)}\n`).join(''))
  const build = buildDocumentIndex(entries)
  let documentIndex: DocumentIndex | undefined
  const index = () => {
    while (!documentIndex) buildStep()
    return documentIndex
  }

  return { entries, search, warmUp }

  function buildStep() {
    const { done, value } = build.next()
    if (!done) return
    if (!value) throw new Error('The search could not be prepared.')
    documentIndex = value
  }

  /**
   * Builds the index ahead of the first search, then the parts that few searches need.
   *
   * @param steps the maximum number of build steps for this call
   * @returns whether everything is built
   */
  function warmUp(steps: number): boolean {
    if (documentIndex) return documentIndex.warmUp()
    for (let step = 0; step < steps && !documentIndex; step++) buildStep()
    return false
  }

  /**
   * Starts a search; the caller runs its tiers.
   *
   * @param query from `normalizeSearch`
   * @param type a filter
   * @param limit the maximum number of matches
   */
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
    const isNew = (docId: number) => !matches.has(docId) && matchesType(docId)
    const isDescription = limit !== Number.POSITIVE_INFINITY && tokenize(text).length >= descriptionWords
    let ranking: ReturnType<DocumentIndex['rank']> | undefined
    const candidateIds = documentIndex?.candidates(stripped)
    const candidates = () => candidateIds ?? entries.keys()
    const addContaining = (tier: number, texts: string[], part: string) => {
      for (const docId of candidates()) {
        if (isFull()) return
        if (texts[docId]?.includes(part)) add(docId, tier)
      }
    }
    return { matches, matchWrittenNames, matchNames, topMatches, matchText, matchFuzzy, suggestions }

    /** Tiers 1 and 2, for names and aliases as written. @returns whether the limit is reached */
    function matchWrittenNames(): boolean {
      const slug = tokenize(text).join(' ')
      const isName = (docId: number) =>
        names[docId]?.startsWith(`${text}\n`) || (slug !== '' && names[docId]?.endsWith(`\n${slug}`))
      const isAlias = (docId: number) => aliasLists[docId]?.includes(`\n ${text}\n`)
      // Tier 2 shows no reason: the name contains the text.
      for (const isExact of [isName, isAlias])
        for (const docId of candidates()) if (isExact(docId)) add(docId, names[docId]?.includes(text) ? 2 : 1)
      addContaining(2, names, text)
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

    /** Whether the text is the start of the name, ignoring spaces, or of a word in an alias, and therefore no typo. */
    function isPrefix(docId: number): boolean {
      return isStrippedPrefix(docId) || Boolean(aliasLists[docId]?.includes(` ${text}`))
    }

    /** Whether the name starts with the text, ignoring spaces and hyphens: `self gas`, `nocon`. */
    function isStrippedPrefix(docId: number): boolean {
      return stripped.length > 2 && stripSeparators(entries[docId]?.term_name ?? '').startsWith(stripped)
    }

    function rank() {
      // Not `??=`: browsers of 2020 cannot parse it.
      const result = ranking ?? index().rank(text, stripped)
      ranking = result
      return result
    }

    /** For a description the most similar terms that still fit; for other queries nothing. */
    function topMatches(): [docId: number, similarity: number][] {
      return isDescription
        ? rank()
            .ranked.filter(([docId]) => isNew(docId))
            .slice(0, limit - matches.size)
        : []
    }

    /**
     * Tier 3.
     *
     * @param docIds the caller's full-text matches. For a description they include one more than fits, if there are that many, and
     *   those of `topMatches` first.
     */
    function matchText(docIds: Iterable<number>) {
      const textMatches = [...docIds].filter(isNew)
      const remaining = limit - matches.size
      const top = textMatches.length > remaining ? topMatches() : []
      const chosen = new Set([...top.map(([docId]) => docId), ...textMatches].slice(0, remaining))
      for (const docId of textMatches.sort((a, b) => a - b)) if (chosen.has(docId)) add(docId, 3)
      for (const [docId, similarity] of top) add(docId, 6, similarity)
    }

    /** Tiers 4 and 5. */
    function matchAliases() {
      for (const docId of index().matchNames(text, stripped)) add(docId, 4)
      for (const docId of candidates()) if (isStrippedPrefix(docId)) add(docId, 4)
      addContaining(5, aliasLists, `\n ${text}`)
      addContaining(5, aliasLists, ` ${text}`)
      addContaining(5, aliasLists, text)
    }

    /** Tiers 4 to 6. @returns whether the best match covers most of the query's words */
    function matchFuzzy(): boolean {
      if (!isFull()) matchAliases()
      if (matches.size >= suggestionLimit) return !isDescription || rank().confident
      const remaining = Math.min(fuzzyLimit, limit - matches.size)
      const similar = rank().ranked.filter(([docId]) => isNew(docId))
      for (const [docId, similarity] of similar.slice(0, remaining)) add(docId, 6, similarity)
      return rank().confident
    }

    /** The matches for the header search. */
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

/**
 * The browser's own search, over names, aliases and first sentences.
 *
 * @param entries from A to Z
 * @returns `find` takes text from `normalizeSearch` and returns at most five terms; `complete` means that the server is not needed
 */
export function deviceSearch(entries: readonly SearchEntry[]) {
  const ranker = createRanker(entries)
  let cachedTexts: string[] | undefined
  return { find, warmUp: ranker.warmUp }

  function find(query: string): { terms: Suggestion[]; complete: boolean } {
    const search = ranker.search(query, undefined, suggestionLimit)
    let complete = search.matchNames()
    if (!complete) {
      search.matchText(docsWithAllWords(query))
      const confident = search.matchFuzzy()
      // A name that starts with the text, or nearly equals it, is what the user means.
      const text = foldText(query)
      const isNameMatch = [...search.matches].some(
        ([docId, { tier }]) =>
          tier === 1 ||
          tier === 4 ||
          (text.length >= 3 && foldedNames(entries[docId]).some((name) => name.startsWith(text))),
      )
      complete = isNameMatch || (confident && search.matches.size >= suggestionLimit)
    }
    return { terms: search.suggestions(), complete }
  }

  /** Documents in which every word of the query starts a word. */
  function docsWithAllWords(query: string): number[] {
    if (stems(query).length === 0) return []
    // Not `??=`, as above.
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

/** `deviceSearch` over a downloaded index. */
export const indexSearch = (index: SearchIndex) => deviceSearch(entriesOf(index))

/** A search of names and aliases while the rest of the index loads. The full search returns the same terms first. */
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
