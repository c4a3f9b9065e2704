import type { Suggestion, TermType } from '../../contract.ts'
import { suggestionLimit } from '../../rules.ts'
import { entriesOf, type SearchEntry, type SearchIndex } from '../contract.ts'
import { type Found, reasonOf, type Told } from '../likeness/rules.ts'
import { type Prepared, prepare } from '../prepared/rules.ts'
import { formsOf, squeeze, wordsOf } from '../words/rules.ts'

/** How many come at most for being like the text. */
const mostAlike = 20
/** So many words are no name any more, they describe something. */
const describing = 3

/** What a search found, in order: which term, by its place among the entries, and in which way. */
type Finding = Map<number, Found>

/**
 * Finds terms by what somebody typed, in the order of docs/decisions/006. The server asks it, and the browser, which knows less of
 * each term; each term stands in its first tier:
 * 1 name or slug contains the text; 2 it is called so, or so in another form, or nearly so when nothing else is, or its name begins so; 3 another name
 * begins with it, or a word of one; 4 its words begin with the words of the text; 5 another name contains it; and only when all these
 * are fewer than five, 6 what is most like it, twenty at most. Where more have the words of a description than are wanted, those come
 * that are most like it: which of many is meant the alphabet does not know.
 *
 * @param entries from A to Z
 */
export function createFinder<Entry extends SearchEntry & Partial<Told>>(entries: readonly Entry[]) {
  const own = entries.map(({ term_name, slug }) => `${term_name}\n${slug}`.toLowerCase())
  const others = entries.map(({ aliases }) => aliases.map((alias) => `\n ${alias.toLowerCase()}\n`).join(''))
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
    const text = search.toLowerCase()
    const squeezed = squeeze(text)
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
    const addHolding = (tier: number, texts: string[], piece: string) => {
      for (const place of placesHolding()) {
        if (isFull()) return
        if (texts[place]?.includes(piece)) add(place, tier)
      }
    }
    return { found, byName, likeliest, byWords, byLikeness, shown }

    /** Tiers 1 to 3. @returns whether that is as much as is wanted */
    function byName(): boolean {
      addHolding(1, own, text)
      if (isFull()) {
        keepMeant()
        return true
      }
      for (const place of index().called(text, squeezed)) add(place, 2)
      for (const place of placesHolding()) if (beginsSqueezed(place)) add(place, 2)
      addHolding(3, others, `\n ${text}`)
      addHolding(3, others, ` ${text}`)
      if (found.size === 0)
        for (const [place, likeness] of index().nearlyCalled(text, squeezed)) add(place, 2, likeness)
      return isFull()
    }

    /** Whether the name begins with the text, wherever either has spaces and hyphens: `self gas`, `nocon`. */
    function beginsSqueezed(place: number): boolean {
      return (
        squeezed.length > 2 && squeeze(entries[place]?.term_name.toLowerCase() ?? '').startsWith(squeezed)
      )
    }

    /**
     * Where names that contain the text fill what is shown, the last gives way to what would be seen by nobody: what is called just
     * so, or else, where none that is shown begins with the text, the first that does.
     */
    function keepMeant() {
      const begins = (place: number) => own[place]?.startsWith(text)
      const isJust = (place: number) =>
        own[place]?.startsWith(`${text}\n`) || others[place]?.includes(`\n ${text}\n`)
      const first = (places: Iterable<number>, isMeant: (place: number) => boolean | undefined) => {
        for (const place of places) if (isFresh(place) && isMeant(place)) return place
      }
      const meant =
        first(prepared?.calledJust(text) ?? entries.keys(), isJust) ??
        ([...found.keys()].some(begins) ? undefined : first(placesHolding(), begins))
      if (meant === undefined) return
      found.delete([...found.keys()].pop() ?? 0)
      add(meant, 2)
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
     * Tier 4, by whoever knows the words.
     *
     * @param places of a description one more than there is room for, if there are so many, and those that are likeliest before others
     */
    function byWords(places: Iterable<number>) {
      const fits = [...places].filter(isFresh)
      const room = most - found.size
      const likely = fits.length > room ? likeliest() : []
      const chosen = new Set([...likely.map(([place]) => place), ...fits].slice(0, room))
      for (const place of fits.sort((one, other) => one - other)) if (chosen.has(place)) add(place, 4)
      for (const [place, typed] of likely) add(place, 6, typed)
    }

    /** Tiers 5 and 6. @returns whether what is most like the text has most of its words */
    function byLikeness(): boolean {
      addHolding(5, others, text)
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
        const reason = reasonOf(entry, search, how)
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
  const finder = createFinder(entries)
  let told: string[] | undefined
  return { find, ready: finder.ready }

  function find(search: string): { terms: Suggestion[]; settled: boolean } {
    const { found, byName, byWords, byLikeness, shown } = finder.begin(search, undefined, suggestionLimit)
    let settled = byName()
    if (!settled) {
      byWords(placesTelling(search))
      // What begins like a name, or nearly is one, is meant: nobody else need be asked.
      const text = search.toLowerCase()
      const meant = [...found].some(
        ([place, { tier }]) =>
          tier === 2 || (text.length >= 3 && namesOf(entries[place]).some((name) => name.startsWith(text))),
      )
      const trusted = byLikeness()
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

const namesOf = (entry: SearchEntry | undefined): string[] =>
  entry ? [entry.term_name, ...entry.aliases].map((name) => name.toLowerCase()) : []
