import { foldText } from '../../../platform/fold-text.ts'
import type { Suggestion, TermType } from '../terms.contract.ts'
import { suggestionLimit } from '../terms.rules.ts'
import { type Match, matchReason, type SearchDocument } from './scoring.rules.ts'
import { entriesOf, type SearchEntry, type SearchIndex } from './search.contract.ts'
import { buildDocumentIndex, type DocumentIndex } from './search-index.rules.ts'
import { stems, stripSeparators, tokenize } from './tokenizer.rules.ts'

const fuzzyLimit = 20
/** So many words are a description, not a name. */
const descriptionWords = 3

/** Document id to index into the entries. */
type Matches = Map<number, Match>

/**
 * The search engine of server and browser, in the order of docs/decisions/006. A term appears once:
 * 1 the name, slug or an alias is the text; if no name contains it, another form of a name (`love bombs me`),
 *   or else a misspelled name (`gasligthing`).
 * 2 the name or slug contains the text. 3 words start with its words. Both from A to Z.
 * 4 the name starts with the text, ignoring spaces, or is another form of it.
 * 5 an alias contains it; first those that start with it.
 * 6 if there are fewer than five so far: similar terms. A description's most similar matches come first,
 *   because alphabetical order says nothing about relevance.
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

  /** @returns whether everything is built */
  function warmUp(steps: number): boolean {
    if (documentIndex) return documentIndex.warmUp()
    for (let step = 0; step < steps && !documentIndex; step++) buildStep()
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

    /** Tiers 1 and 2, as written. @returns whether the limit is reached */
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

    /** A prefix is no typo. */
    function isPrefix(docId: number): boolean {
      return isStrippedPrefix(docId) || Boolean(aliasLists[docId]?.includes(` ${text}`))
    }

    /** Ignores spaces: `self gas`, `nocon`. */
    function isStrippedPrefix(docId: number): boolean {
      return stripped.length > 2 && stripSeparators(entries[docId]?.term_name ?? '').startsWith(stripped)
    }

    function rank() {
      // Browsers of 2020 cannot parse `??=`.
      const result = ranking ?? index().rank(text, stripped)
      ranking = result
      return result
    }

    function topMatches(): [docId: number, similarity: number][] {
      return isDescription
        ? rank()
            .ranked.filter(([docId]) => isNew(docId))
            .slice(0, limit - matches.size)
        : []
    }

    /**
     * Tier 3.
     * @param docIds full-text matches; for a description up to one more than fits, `topMatches` first
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
    let complete = search.matchNames()
    if (!complete) {
      search.matchText(docsWithAllWords(query))
      const confident = search.matchFuzzy()
      // The user means a name that starts with the text, or nearly equals it.
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
