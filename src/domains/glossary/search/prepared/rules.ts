import type { SearchEntry } from '../contract.ts'
import { slugsSpokenOf } from '../idioms/rules.ts'
import { formsKey, likenessOf, type Told, type WordRow } from '../likeness/rules.ts'
import { alikeAmong, gather } from '../spelling/rules.ts'
import { kinOf } from '../thesaurus/rules.ts'
import { formsOf, lettersOf } from '../words/rules.ts'

/** Least likenesses: nearly called so, like a name, a word like another, worth showing. */
const least = { nearly: 0.55, alike: 0.42, word: 0.45, score: 2 }
/** How much the kin of a word counts beside the word itself. */
const kinship = 0.7
/** How much it counts that an idiom speaks of a term. */
const idiom = 5
/** How much of a text's words (rare ones counting most) what is best must have, so that nobody else need be asked. */
const trusted = 0.5

/** What takes longest to make ready, and is needed by texts alone that few names contain. */
export function prepare(entries: readonly (SearchEntry & Partial<Told>)[]) {
  const { names, words } = likenessOf(entries)
  const rows = new Map(words.map((row) => [row.word, row]))
  const likeNames = alikeAmong(names.map(({ squeezed }) => squeezed))
  const likeWords = alikeAmong(words.map(({ word }) => word))
  const placeBySlug = new Map(entries.map(({ slug }, place) => [slug, place]))
  const placeOf = (name: number) => names[name]?.place ?? 0
  const placesBy = (key: 'written' | 'forms' | 'squeezed') =>
    gather(names.map((row) => [row[key] ?? '', row.place]))
  const [written, forms, joined] = [placesBy('written'), placesBy('forms'), placesBy('squeezed')]
  let letters: Map<string, number[]> | undefined
  return { holding, calledJust, called, alike, cut: likeNames.cut }

  /** Places of what is called just so. */
  function calledJust(text: string): readonly number[] {
    return written.get(text) ?? []
  }

  /** Places of which a name may contain the text, in order; undefined where that cannot be told. */
  function holding(squeezed: string): Iterable<number> | undefined {
    const found = likeNames.holding(squeezed)
    return found && new Set(found.map(placeOf))
  }

  /** What is called so, then what is called so in another form; when nothing is, what is called nearly so. */
  function called(text: string, squeezed: string, nearly: boolean): [place: number, likeness: number][] {
    const just = calledJust(text)
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
    const asked = formsOf(text).map(rowsFor)
    const known = asked.filter(({ rows }) => rows.length > 0)
    const whole = known.reduce((sum, { rarity }) => sum + rarity, 0)
    const norm = Math.hypot(...known.map(({ rarity }) => rarity))
    const sums = () => new Float64Array(entries.length)
    const [score, covered, named, typed] = [sums(), sums(), sums(), sums()]
    const dots = new Map<number, number>()
    for (const { rows, rarity } of known) {
      // A word and its kin are one: of those that a term says, the one that says most of it counts.
      const said = new Map<number, [much: number, trust: number]>()
      const had = new Map<number, number>()
      for (const [row, trust] of rows) {
        for (const [at, place] of row.places.entries()) {
          const much = (row.weights[at] ?? 0) * trust
          if (much > (said.get(place)?.[0] ?? 0)) said.set(place, [much, trust])
        }
        for (const name of row.names) had.set(name, Math.max(had.get(name) ?? 0, row.rarity * trust))
      }
      for (const [place, [much, trust]] of said) {
        score[place] = (score[place] ?? 0) + much
        covered[place] = (covered[place] ?? 0) + rarity * trust
      }
      for (const [name, much] of had) dots.set(name, (dots.get(name) ?? 0) + rarity * much)
    }
    for (const [name, dot] of dots) {
      const place = placeOf(name)
      named[place] = Math.max(named[place] ?? 0, dot / ((names[name]?.norm ?? 1) * norm))
    }
    for (const slug of slugsSpokenOf(text)) {
      const place = placeBySlug.get(slug)
      if (place !== undefined) score[place] = (score[place] ?? 0) + idiom
    }
    for (const [name, likeness] of likeNames.alike(squeezed, least.alike)) {
      const place = placeOf(name)
      typed[place] = Math.max(typed[place] ?? 0, likeness)
    }
    const total = (place: number) =>
      (score[place] ?? 0) * (0.5 + (0.5 * (covered[place] ?? 0)) / (whole || 1)) +
      4 * (named[place] ?? 0) ** 2 +
      10 * (typed[place] ?? 0)
    const totals = score.map((_, place) => total(place))
    const ranked = [...totals.keys()]
      .filter((place) => (totals[place] ?? 0) >= least.score)
      .sort((one, other) => (totals[other] ?? 0) - (totals[one] ?? 0))
      .map((place): [number, number] => [place, typed[place] ?? 0])
    const [[best, nearest] = [-1, 0]] = ranked
    // Of words that nobody here knows each counts as much as one that is known.
    const all = known.length > 0 ? (whole * asked.length) / known.length : Number.POSITIVE_INFINITY
    return { ranked, trusted: (covered[best] ?? 0) >= trusted * all || nearest >= least.nearly }
  }

  /** What stands for a word that was typed: itself, and its kin; when nothing does, the word that is written most like it. */
  function rowsFor(form: string): { rows: [WordRow, trust: number][]; rarity: number } {
    const own = rows.get(form)
    const found: [WordRow, number][] = own ? [[own, 1]] : []
    for (const other of kinOf(form) ?? []) {
      const row = rows.get(other)
      if (row) found.push([row, kinship])
    }
    const [near] = found.length === 0 && form.length > 3 ? likeWords.alike(form, least.word) : []
    const nearest = near && words[near[0]]
    if (near && nearest) found.push([nearest, near[1]])
    return {
      rows: found,
      rarity: own?.rarity ?? Math.max(...found.map(([row, trust]) => row.rarity * trust)),
    }
  }
}
