import type { Suggestion, TermType } from '../../contract.ts'
import { suggestionLimit } from '../../rules.ts'
import type { SearchEntry } from '../contract.ts'
import {
  type Found,
  formsKey,
  likenessOf,
  reasonOf,
  type Told,
  trigrams,
  type WordRow,
} from '../likeness/rules.ts'
import { lettersOf, squeeze, stemsOf, wordsOf } from '../words/rules.ts'

/** Least likenesses: nearly called so, like a name, a word like another, worth showing. */
const least = { nearly: 0.55, alike: 0.42, word: 0.45, score: 2 }
/** How many come at most for being like the text. */
const mostAlike = 20
/** How much of a text's words the best description must have, so that nobody else need be asked. */
const trusted = 0.7

/** What a search found, in order: which term, by its place among the entries, and in which way. */
type Finding = Map<number, Found>

/**
 * Finds terms by what somebody typed, in the order of docs/decisions/006. The server asks it, and the browser, which knows less of
 * each term; each term stands in its first tier:
 * 1 name or slug contains the text; 2 it is called so, or so in another form, or nearly so when nothing else is; 3 a word of another
 * name begins with it; 4 its words begin with the words of the text; 5 another name contains it; and only when all these are fewer
 * than five, 6 what is most like it, twenty at most.
 *
 * @param entries from A to Z
 */
export function createFinder<Entry extends SearchEntry & Partial<Told>>(entries: readonly Entry[]) {
  const own = entries.map(({ term_name, slug }) => `${term_name}\n${slug}`.toLowerCase())
  const others = entries.map(({ aliases }) => aliases.map((alias) => `\n ${alias.toLowerCase()}\n`).join(''))
  let prepared: ReturnType<typeof prepare> | undefined
  const index = () => {
    prepared ??= prepare(entries)
    return prepared
  }

  return { entries, begin, ready }

  /** Makes ready what the first search would wait for. @param wholly where very many search, also what few need */
  function ready(wholly = false) {
    index()
    if (wholly) index().cut()
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
    const placesHolding = () => prepared?.holding(squeezed) ?? entries.keys()
    const addHolding = (tier: number, texts: string[], piece: string) => {
      for (const place of placesHolding()) {
        if (isFull()) return
        if (texts[place]?.includes(piece)) add(place, tier)
      }
    }
    return { found, byName, byWords, byLikeness, shown }

    /** Tiers 1 to 3. @returns whether that is as much as is wanted */
    function byName(): boolean {
      addHolding(1, own, text)
      if (isFull()) {
        keepCalledJustSo()
        return true
      }
      for (const [place, likeness] of index().called(text, squeezed, found.size === 0))
        add(place, 2, likeness)
      addHolding(3, others, ` ${text}`)
      return isFull()
    }

    /** Where names that contain the text fill what is shown: what is called just so would be seen by nobody, and is the last. */
    function keepCalledJustSo() {
      for (const place of placesHolding()) {
        if (!own[place]?.startsWith(`${text}\n`) && !others[place]?.includes(`\n ${text}\n`)) continue
        if (found.has(place) || !isWanted(place)) continue
        found.delete([...found.keys()].at(-1) ?? 0)
        return add(place, 2)
      }
    }

    /** Tier 4, by whoever knows the words. */
    function byWords(places: Iterable<number>) {
      for (const place of places) if (!isFull()) add(place, 4)
    }

    /** Tiers 5 and 6. @returns whether what is most like the text has most of its words */
    function byLikeness(): boolean {
      addHolding(5, others, text)
      if (found.size >= suggestionLimit) return true
      const { ranked, trusted } = index().alike(text, squeezed)
      const left = Math.min(mostAlike, most - found.size)
      const fresh = ranked.filter(([place]) => !found.has(place) && isWanted(place))
      for (const [place, typed] of fresh.slice(0, left)) add(place, 6, typed)
      return trusted
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
    if (stemsOf(search).length === 0) return []
    told ??= entries.map(
      ({ term_name, aliases, definition }) =>
        ` ${wordsOf([term_name, ...aliases, definition].join(' ')).join(' ')}`,
    )
    const typed = wordsOf(search)
    return [...told.entries()]
      .filter(([, all]) => typed.every((word) => all.includes(` ${word}`)))
      .map(([place]) => place)
  }
}

const namesOf = (entry: SearchEntry | undefined): string[] =>
  entry ? [entry.term_name, ...entry.aliases].map((name) => name.toLowerCase()) : []

/** What takes longest to make ready, and is needed by texts alone that few names contain. */
function prepare(entries: readonly (SearchEntry & Partial<Told>)[]) {
  const { names, words } = likenessOf(entries)
  const rows = new Map(words.map((row) => [row.word, row]))
  const likeNames = alikeAmong(names.map(({ squeezed }) => squeezed))
  const likeWords = alikeAmong(words.map(({ word }) => word))
  const placeOf = (name: number) => names[name]?.place ?? 0
  const placesBy = (key: 'written' | 'forms' | 'squeezed') =>
    gather(names.map((row) => [row[key] ?? '', row.place]))
  const [written, forms, joined] = [placesBy('written'), placesBy('forms'), placesBy('squeezed')]
  let letters: Map<string, number[]> | undefined
  return { holding, called, alike, cut: likeNames.cut }

  /** Places of which a name may contain the text, in order; undefined where that cannot be told. */
  function holding(squeezed: string): Iterable<number> | undefined {
    const found = likeNames.holding(squeezed)
    return found && new Set(found.map(placeOf))
  }

  /** What is called so, then what is called so in another form; when nothing is, what is called nearly so. */
  function called(text: string, squeezed: string, nearly: boolean): [place: number, likeness: number][] {
    const just = written.get(text) ?? []
    const key = formsKey(text)
    const other = [...((key && forms.get(key)) || []), ...(joined.get(squeezed) ?? [])]
    if (just.length + other.length > 0)
      return [...just, ...other.sort((one, another) => one - another)].map((place) => [place, 0])
    if (!nearly || squeezed.length < 6) return []
    letters ??= gather(names.map((row, name) => [lettersOf(row.squeezed), name]))
    const sameLetters = (letters.get(lettersOf(squeezed)) ?? []).filter((name) => {
      const other = names[name]?.squeezed ?? ''
      return other[0] === squeezed[0] && Math.abs(other.length - squeezed.length) <= 2
    })
    return [
      ...likeNames.alike(squeezed, least.nearly),
      ...sameLetters.map((name): [number, number] => [name, least.nearly]),
    ].map(([name, likeness]) => [placeOf(name), likeness])
  }

  /**
   * What is most like the text, first; with how much a name is written like it.
   *
   * @returns `trusted` when the best has most of the text's words, or is written much like it
   */
  function alike(
    text: string,
    squeezed: string,
  ): { ranked: [place: number, typed: number][]; trusted: boolean } {
    const stems = stemsOf(text)
    const asked = stems.flatMap((stem): [WordRow, number][] => {
      const row = rows.get(stem)
      if (row) return [[row, 1]]
      const [near] = stem.length > 3 ? likeWords.alike(stem, least.word) : []
      const other = near && words[near[0]]
      return near && other ? [[other, near[1]]] : []
    })
    const whole = asked.reduce((sum, [{ rarity }, trust]) => sum + rarity * trust, 0)
    const norm = Math.hypot(...asked.map(([{ rarity }, trust]) => rarity * trust))
    const sums = () => new Float64Array(entries.length)
    const [score, covered, named, typed] = [sums(), sums(), sums(), sums()]
    const dots = new Map<number, number>()
    for (const [{ rarity, places, weights, names: having }, trust] of asked) {
      for (const [at, place] of places.entries()) {
        score[place] = (score[place] ?? 0) + (weights[at] ?? 0) * trust
        covered[place] = (covered[place] ?? 0) + rarity * trust
      }
      for (const name of having) dots.set(name, (dots.get(name) ?? 0) + rarity ** 2 * trust)
    }
    for (const [name, dot] of dots) {
      const place = placeOf(name)
      named[place] = Math.max(named[place] ?? 0, dot / ((names[name]?.norm ?? 1) * norm))
    }
    for (const [name, likeness] of likeNames.alike(squeezed, least.alike)) {
      const place = placeOf(name)
      typed[place] = Math.max(typed[place] ?? 0, likeness)
    }
    const total = (place: number) =>
      (score[place] ?? 0) * (0.5 + (0.5 * (covered[place] ?? 0)) / (whole || 1)) +
      9 * (named[place] ?? 0) ** 2 +
      10 * (typed[place] ?? 0)
    const totals = score.map((_, place) => total(place))
    const ranked = [...totals.keys()]
      .filter((place) => (totals[place] ?? 0) >= least.score)
      .sort((one, other) => (totals[other] ?? 0) - (totals[one] ?? 0))
      .map((place): [number, number] => [place, typed[place] ?? 0])
    const [[best, nearest] = [-1, 0]] = ranked
    const known = asked.length > 0 ? (whole * stems.length) / asked.length : Number.POSITIVE_INFINITY
    return { ranked, trusted: (covered[best] ?? 0) >= trusted * known || nearest >= least.nearly }
  }
}

function gather(pairs: Iterable<readonly [key: string, number: number]>): Map<string, number[]> {
  const gathered = new Map<string, number[]>()
  for (const [key, number] of pairs) {
    const there = gathered.get(key)
    if (there) there.push(number)
    else gathered.set(key, [number])
  }
  return gathered
}

/** Finds among many words those that are written alike, and those that may hold a text, by their three-letter pieces. */
function alikeAmong(all: readonly string[]) {
  let pieces: Map<string, number[]> | undefined
  const sizes = new Uint8Array(all.length)
  return { cut, alike, holding }

  function cut(): Map<string, number[]> {
    pieces ??= gather(
      all.flatMap((word, place) => {
        const own = [...trigrams(word)]
        sizes[place] = own.length
        return own.map((piece) => [piece, place] as const)
      }),
    )
    return pieces
  }

  /** @returns places in the list with their likeness, the most alike first */
  function alike(text: string, least: number): [number, number][] {
    const known = cut()
    const asked = trigrams(text)
    const both = new Uint8Array(all.length)
    for (const piece of asked) {
      for (const place of known.get(piece) ?? []) both[place] = (both[place] ?? 0) + 1
    }
    const found: [number, number][] = []
    for (const [place, count] of both.entries()) {
      const likeness = count / (asked.size + (sizes[place] ?? 0) - count)
      if (count > 0 && likeness >= least) found.push([place, likeness])
    }
    return found.sort((one, other) => other[1] - one[1])
  }

  /** @returns places of those that hold the rarest piece of the text, in order; undefined while nothing is cut, or of too short a text */
  function holding(text: string): number[] | undefined {
    if (!pieces || text.length < 3) return undefined
    const lists = Array.from(
      { length: text.length - 2 },
      (_, at) => pieces?.get(text.slice(at, at + 3)) ?? [],
    )
    return lists.reduce((rarest, list) => (list.length < rarest.length ? list : rarest))
  }
}
