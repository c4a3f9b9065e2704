import { foldText } from '../../../platform/fold-text.ts'
import type { Suggestion, TermType } from '../terms.contract.ts'
import { suggestionLimit } from '../terms.rules.ts'
import { type Found, matchReason, type Told } from './scoring.rules.ts'
import { entriesOf, type SearchEntry, type SearchIndex } from './search.contract.ts'
import { type Prepared, prepare } from './search-index.rules.ts'
import { formsOf, stripSeparators, wordsOf } from './tokenizer.rules.ts'

/** How many come at most for being like the text. */
const mostAlike = 20
/** So many words are no name any more, they describe something. */
const describing = 3

/** What a search found, in order: which term, by its place among the entries, and in which way. */
type Finding = Map<number, Found>

/**
 * Finds terms by typed text, in the order of docs/decisions/006. The server and the browser share it; the browser knows less of
 * each term. Each term stands in its first tier:
 * 1 exact: the name, slug or an alias is the text; where no name contains the text, also what is another form of one (`love bombs
 * me`), or else spelled nearly so (`gasligthing`).
 * 2 and 3 are the specification's two steps, each from A to Z: 2 the name or slug contains the text; 3 the words of the term begin
 * with the words of the text.
 * 4 the name begins with the text but for its spaces, or is another form of it; 5 an alias contains it, those first of which one
 * begins with it; 6, only when all these are fewer than five, the terms most like it, twenty at most. Where more terms have the
 * words of a description than are wanted, the most similar ones come: the alphabet cannot tell which one is meant.
 *
 * @param entries from A to Z
 */
export function createRanker<Entry extends SearchEntry & Partial<Told>>(entries: readonly Entry[]) {
  const own = entries.map(({ term_name, slug }) => `${foldText(term_name)}\n${foldText(slug)}`)
  const others = entries.map(({ aliases }) => aliases.map((alias) => `\n ${foldText(alias)}\n`).join(''))
  const preparing = prepare(entries)
  let prepared: Prepared | undefined
  const index = () => {
    while (!prepared) prepareFurther()
    return prepared
  }

  return { entries, begin, ready }

  function prepareFurther() {
    const { done, value } = preparing.next()
    if (!done) return
    if (!value) throw new Error('The search could not be prepared.')
    prepared = value
  }

  /**
   * Makes ready what the first search would wait for, and then what few need.
   *
   * @param pieces no more than so many now
   * @returns whether all is ready
   */
  function ready(pieces: number): boolean {
    if (prepared) return prepared.readyFurther()
    for (let piece = 0; piece < pieces && !prepared; piece++) prepareFurther()
    return false
  }

  /**
   * A search, tier by tier.
   *
   * @param search a text made ready by `normalizeSearch`
   * @param type only terms of it
   * @param most no more than so many are wanted
   */
  function begin(search: string, type: TermType | undefined, most: number) {
    // What is all apostrophes and dashes is found nowhere.
    const text = foldText(search) || search
    const squeezed = stripSeparators(text)
    const found: Finding = new Map()
    const isWanted = (place: number) => type === undefined || entries[place]?.type === type
    const add = (place: number, tier: number, likeness = 0) => {
      if (!found.has(place) && isWanted(place)) found.set(place, { tier, likeness })
    }
    const isFull = () => found.size >= most
    const isFresh = (place: number) => !found.has(place) && isWanted(place)
    const describes = most !== Number.POSITIVE_INFINITY && wordsOf(text).length >= describing
    let compared: ReturnType<Prepared['alike']> | undefined
    const held = prepared?.holding(squeezed)
    const placesHolding = () => held ?? entries.keys()
    const addContaining = (tier: number, texts: string[], piece: string) => {
      for (const place of placesHolding()) {
        if (isFull()) return
        if (texts[place]?.includes(piece)) add(place, tier)
      }
    }
    return { found, named, byName, likeliest, byWords, byLikeness, shown }

    /** Tiers 1 and 2, as far as names and aliases tell as they are written. @returns whether that is as much as is wanted */
    function named(): boolean {
      const slug = wordsOf(text).join(' ')
      const isName = (place: number) =>
        own[place]?.startsWith(`${text}\n`) || (slug !== '' && own[place]?.endsWith(`\n${slug}`))
      const isAlias = (place: number) => others[place]?.includes(`\n ${text}\n`)
      // A name that shows the text needs no reason beside it.
      for (const isExact of [isName, isAlias])
        for (const place of placesHolding())
          if (isExact(place)) add(place, own[place]?.includes(text) ? 2 : 1)
      addContaining(2, own, text)
      return isFull()
    }

    /** Tiers 1 and 2. @returns whether that is as much as is wanted */
    function byName(): boolean {
      if (named()) return true
      if (found.size === 0) for (const place of index().called(text, squeezed)) add(place, 1)
      if (found.size === 0 && ![...placesHolding()].some((place) => isWanted(place) && begins(place)))
        for (const [place, likeness] of index().nearlyCalled(text, squeezed)) add(place, 1, likeness)
      return isFull()
    }

    /** Whether the name begins with the text but for its spaces, or a word of an alias with the text: then it is no slip. */
    function begins(place: number): boolean {
      return beginsSqueezed(place) || Boolean(others[place]?.includes(` ${text}`))
    }

    /** Whether the name begins with the text, wherever either has spaces and hyphens: `self gas`, `nocon`. */
    function beginsSqueezed(place: number): boolean {
      return squeezed.length > 2 && stripSeparators(entries[place]?.term_name ?? '').startsWith(squeezed)
    }

    /** What is like the text is told twice and found once; not by `??=`, at which browsers of 2020 stop reading the file. */
    function alike() {
      const like = compared ?? index().alike(text, squeezed)
      compared = like
      return like
    }

    /** Of a description, what is most like it, as much as there is room for; of anything else nothing. */
    function likeliest(): [place: number, typed: number][] {
      return describes
        ? alike()
            .ranked.filter(([place]) => isFresh(place))
            .slice(0, most - found.size)
        : []
    }

    /**
     * Tier 3, from the caller, which knows the words.
     *
     * @param places of a description one more than there is room for, if there are so many, and those that are likeliest before others
     */
    function byWords(places: Iterable<number>) {
      const fits = [...places].filter(isFresh)
      const room = most - found.size
      const likely = fits.length > room ? likeliest() : []
      const chosen = new Set([...likely.map(([place]) => place), ...fits].slice(0, room))
      for (const place of fits.sort((one, other) => one - other)) if (chosen.has(place)) add(place, 3)
      for (const [place, typed] of likely) add(place, 6, typed)
    }

    /** Tiers 4 and 5. */
    function byAlias() {
      for (const place of index().called(text, squeezed)) add(place, 4)
      for (const place of placesHolding()) if (beginsSqueezed(place)) add(place, 4)
      addContaining(5, others, `\n ${text}`)
      addContaining(5, others, ` ${text}`)
      addContaining(5, others, text)
    }

    /** Tiers 4 to 6. @returns whether what is most like the text has most of its words */
    function byLikeness(): boolean {
      if (!isFull()) byAlias()
      if (found.size >= suggestionLimit) return !describes || alike().trusted
      const left = Math.min(mostAlike, most - found.size)
      const fresh = alike().ranked.filter(([place]) => isFresh(place))
      for (const [place, typed] of fresh.slice(0, left)) add(place, 6, typed)
      return alike().trusted
    }

    /** As the header shows them. */
    function shown(): Suggestion[] {
      return [...found].slice(0, most).flatMap(([place, how]) => {
        const entry = entries[place]
        if (!entry) return []
        const { term_name, slug, type, definition } = entry
        const reason = matchReason(entry, search, how)
        return [{ term_name, slug, type, definition, ...(reason && { reason }) }]
      })
    }
  }
}

/**
 * The search as a browser does it by itself, over names, other names and first sentences.
 *
 * @param entries from A to Z
 * @returns for a text made ready: at most five, and whether that is enough to ask nobody else
 */
export function deviceSearch(entries: readonly SearchEntry[]) {
  const finder = createRanker(entries)
  let told: string[] | undefined
  return { find, ready: finder.ready }

  function find(search: string): { terms: Suggestion[]; settled: boolean } {
    const { found, byName, byWords, byLikeness, shown } = finder.begin(search, undefined, suggestionLimit)
    let settled = byName()
    if (!settled) {
      byWords(placesTelling(search))
      const trusted = byLikeness()
      // A name that begins so, or is nearly so, is meant: the server need not be asked.
      const text = foldText(search)
      const meant = [...found].some(
        ([place, { tier }]) =>
          tier === 1 ||
          tier === 4 ||
          (text.length >= 3 && namesOf(entries[place]).some((name) => name.startsWith(text))),
      )
      settled = meant || (trusted && found.size >= suggestionLimit)
    }
    return { terms: shown(), settled }
  }

  /** Where each word of the text begins one of the term's. */
  function placesTelling(search: string): number[] {
    if (formsOf(search).length === 0) return []
    // Not by `??=` either.
    const texts =
      told ??
      entries.map(
        ({ term_name, aliases, definition }) =>
          ` ${wordsOf([term_name, ...aliases, definition].join(' ')).join(' ')}`,
      )
    told = texts
    const typed = wordsOf(search)
    return [...texts.entries()]
      .filter(([, all]) => typed.every((word) => all.includes(` ${word}`)))
      .map(([place]) => place)
  }
}

/** The same over an index. */
export const indexSearch = (index: SearchIndex) => deviceSearch(entriesOf(index))

/** What names and aliases alone find, before the rest of an index has come: the whole finds the same first. */
export function nameSearch(entries: readonly SearchEntry[]) {
  const finder = createRanker(entries)
  return (search: string): Suggestion[] => {
    const { named, shown } = finder.begin(search, undefined, suggestionLimit)
    named()
    return shown()
  }
}

const namesOf = (entry: SearchEntry | undefined): string[] =>
  entry ? [entry.term_name, ...entry.aliases].map(foldText) : []
