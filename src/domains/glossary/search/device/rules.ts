import type { Suggestion } from '../../contract.ts'
import { suggestionLimit } from '../../rules.ts'
import type { SearchEntry } from '../contract.ts'
import { type Found, formsKey, likenessOf, reasonOf, trigrams, type WordRow } from '../likeness/rules.ts'
import { lettersOf, squeeze, stemsOf, wordsOf } from '../words/rules.ts'

/** Least likenesses, as in the database (`find_terms`): nearly called so, like a name, a word like another, worth showing. */
const least = { nearly: 0.55, alike: 0.42, word: 0.45, score: 2 }
/** How much of a text's words the best description must have, so that nobody else need be asked. */
const trusted = 0.7

type Add = (place: number, tier: number, likeness?: number) => void

/**
 * The search as a device does it by itself: what `find_terms` does in the database, over names, other names and first sentences
 * (docs/decisions/006).
 *
 * @param entries from A to Z
 * @returns for a text made ready: at most five, and whether that is enough to ask nobody else
 */
export function deviceSearch(entries: readonly SearchEntry[]) {
  const own = entries.map(({ term_name, slug }) => `${term_name}\n${slug}`.toLowerCase())
  const others = entries.map(({ aliases }) => aliases.map((alias) => ` ${alias.toLowerCase()}\n`).join(''))
  let prepared: ReturnType<typeof prepare> | undefined
  const likeness = () => {
    prepared ??= prepare(entries)
    return prepared
  }

  /** Makes ready what the first search would wait for. */
  const ready = () => void likeness()
  return { find, ready }

  function find(search: string): { terms: Suggestion[]; settled: boolean } {
    const text = search.toLowerCase()
    const found = new Map<number, Found>()
    const add: Add = (place, tier, likeness = 0) => {
      if (!found.has(place)) found.set(place, { tier, likeness })
    }
    const addWhere = (tier: number, texts: string[], piece: string) => {
      for (const [place, one] of texts.entries()) if (one.includes(piece)) add(place, tier)
    }
    addWhere(1, own, text)
    // In many names: what is called just so by another name is the last of the five.
    if (found.size >= suggestionLimit) {
      const five = [...found.keys()].slice(0, suggestionLimit)
      const just = entries.findIndex((entry) => namesOf(entry).includes(text))
      if (just >= 0 && !five.includes(just)) {
        five[suggestionLimit - 1] = just
        add(just, 2)
      }
      return { terms: shown(entries, five, search, found), settled: true }
    }
    const index = likeness()
    index.addCalled(text, found.size === 0, add)
    addWhere(3, others, ` ${text}`)
    if (found.size < suggestionLimit) index.addTold(text, add)
    addWhere(5, others, text)
    // What begins like a name, or nearly is one, is meant: nobody else need be asked.
    const meant = [...found].some(
      ([place, { tier }]) =>
        tier === 2 || (text.length >= 3 && namesOf(entries[place]).some((name) => name.startsWith(text))),
    )
    let settled = found.size >= suggestionLimit || meant
    if (found.size < suggestionLimit) {
      const trusted = index.addLike(text, add)
      settled ||= trusted && found.size >= suggestionLimit
    }
    return { terms: shown(entries, [...found.keys()].slice(0, suggestionLimit), search, found), settled }
  }
}

const namesOf = (entry: SearchEntry | undefined): string[] =>
  entry ? [entry.term_name, ...entry.aliases].map((name) => name.toLowerCase()) : []

function shown(
  entries: readonly SearchEntry[],
  places: number[],
  search: string,
  found: Map<number, Found>,
): Suggestion[] {
  return places.flatMap((place) => {
    const entry = entries[place]
    const how = found.get(place)
    if (!entry || !how) return []
    const { aliases: _, ...suggestion } = entry
    const reason = reasonOf(entry, search, how)
    return [{ ...suggestion, ...(reason && { reason }) }]
  })
}

/** What takes longest to make ready, and is needed by texts alone that few names contain. */
function prepare(entries: readonly SearchEntry[]) {
  const { names, words } = likenessOf(entries.map((entry) => ({ ...entry, tags: [], examples: [] })))
  const rows = new Map(words.map((row) => [row.word, row]))
  const likeNames = alikeAmong(names.map(({ squeezed }) => squeezed))
  const likeWords = alikeAmong(words.map(({ word }) => word))
  const placeOf = (name: number) => names[name]?.place ?? 0

  /** Called so, or so in another form; or nearly so, when nothing is and nothing else was found. */
  function addCalled(text: string, nearly: boolean, add: Add) {
    const key = formsKey(text)
    const squeezed = squeeze(text)
    let some = false
    const addAll = (is: (row: (typeof names)[number]) => boolean) => {
      for (const row of names) {
        if (!is(row)) continue
        add(row.place, 2)
        some = true
      }
    }
    addAll(({ written }) => written === text)
    addAll(
      ({ forms, squeezed: other }) =>
        (key !== null && forms === key) || (squeezed !== '' && other === squeezed),
    )
    if (some || !nearly || squeezed.length < 6) return
    for (const [name, likeness] of likeNames(squeezed, least.nearly)) add(placeOf(name), 2, likeness)
    const letters = lettersOf(squeezed)
    for (const { place, squeezed: other } of names) {
      if (Math.abs(other.length - squeezed.length) <= 2 && lettersOf(other) === letters)
        add(place, 2, least.nearly)
    }
  }

  /** Every word of the text begins one of the term's. */
  function addTold(text: string, add: Add) {
    const typed = wordsOf(text)
    if (stemsOf(text).length === 0) return
    const beginning = typed.map((word) => {
      const places = new Set<number>()
      for (const [place, all] of said().entries()) if (all.includes(` ${word}`)) places.add(place)
      return places
    })
    for (const place of entries.keys()) if (beginning.every((places) => places.has(place))) add(place, 4)
  }
  let told: string[] | undefined
  const said = () => {
    told ??= entries.map(
      ({ term_name, aliases, definition }) =>
        ` ${wordsOf([term_name, ...aliases, definition].join(' ')).join(' ')}`,
    )
    return told
  }

  /** @returns whether the best of them has most of the text's words, or is written much like it */
  function addLike(text: string, add: Add): boolean {
    const stems = stemsOf(text)
    const asked = stems.flatMap((stem): [WordRow, number][] => {
      const row = rows.get(stem)
      if (row) return [[row, 1]]
      const [near] = stem.length > 3 ? likeWords(stem, least.word) : []
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
    for (const [name, likeness] of likeNames(squeeze(text), least.alike)) {
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
      .slice(0, suggestionLimit)
    for (const place of ranked) add(place, 6, typed[place])
    const [best = -1] = ranked
    const known = asked.length > 0 && (whole * stems.length) / asked.length
    return known !== false && ((covered[best] ?? 0) >= trusted * known || (typed[best] ?? 0) >= least.nearly)
  }

  return { addCalled, addTold, addLike }
}

/**
 * Finds among many words those that are written alike, by an index of their three-letter pieces.
 *
 * @returns places in the list with their likeness, the most alike first
 */
function alikeAmong(all: readonly string[]): (text: string, least: number) => [number, number][] {
  let pieces: Map<string, number[]> | undefined
  const sizes = new Uint8Array(all.length)
  const cut = () => {
    const cut = new Map<string, number[]>()
    for (const [place, word] of all.entries()) {
      const own = trigrams(word)
      sizes[place] = own.size
      for (const piece of own) {
        const there = cut.get(piece)
        if (there) there.push(place)
        else cut.set(piece, [place])
      }
    }
    return cut
  }
  return (text, least) => {
    pieces ??= cut()
    const asked = trigrams(text)
    const both = new Uint8Array(all.length)
    for (const piece of asked) {
      for (const place of pieces.get(piece) ?? []) both[place] = (both[place] ?? 0) + 1
    }
    const found: [number, number][] = []
    for (const [place, count] of both.entries()) {
      const likeness = count / (asked.size + (sizes[place] ?? 0) - count)
      if (count > 0 && likeness >= least) found.push([place, likeness])
    }
    return found.sort((one, other) => other[1] - one[1])
  }
}
