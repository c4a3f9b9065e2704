import { alikeAmong, gather, typoCandidates } from './fuzzy-match.rules.ts'
import { slugsSpokenOf } from './idioms.rules.ts'
import { formsKey, type Likeness, likenessOf, type Told, type WordRow } from './scoring.rules.ts'
import type { SearchEntry } from './search.contract.ts'
import { synonymsOf } from './synonyms.rules.ts'
import { empty, formOf, formsOf, wordsOf } from './tokenizer.rules.ts'

/** Least likenesses: like a name, much like it, the same but for a slip, worth showing. */
const least = { alike: 0.42, nearly: 0.55, same: 0.85, score: 2 }
/** How much the kin of a word counts beside the word itself. */
const kinship = 0.7
/** How much it counts that an idiom speaks of a term. */
const idiom = 5
/** How much of a text's words (rare ones counting most) what is best must have, so that nobody else need be asked. */
const trusted = 0.6

export type Prepared = ReturnType<typeof preparedOf>

/** What takes longest to make ready, and is needed by texts alone that few names contain. @returns it in small pieces */
export function* prepare(entries: readonly (SearchEntry & Partial<Told>)[]): Generator<void, Prepared> {
  return preparedOf(entries, yield* likenessOf(entries))
}

function preparedOf(entries: readonly SearchEntry[], { names, words, forms: formsWritten }: Likeness) {
  const rows = new Map(words.map((row) => [row.word, row]))
  const likeNames = alikeAmong(names.map(({ squeezed }) => squeezed))
  const slippedNames = typoCandidates(names.map(({ squeezed }) => squeezed))
  // Whoever slips in a little word means no other one.
  const spellings = [...formsWritten.keys(), ...empty]
  const slippedWords = typoCandidates(spellings)
  const later: (() => unknown)[] = [likeNames.cut, slippedNames.hear, slippedWords.hear]
  const placeBySlug = new Map(entries.map(({ slug }, place) => [slug, place]))
  const rankOf = (name: number) => names[name]?.place ?? 0
  const placesBy = (key: 'written' | 'forms' | 'squeezed') =>
    gather(names.map((row) => [row[key] ?? '', row.place]))
  const [written, forms, joined] = [placesBy('written'), placesBy('forms'), placesBy('squeezed')]
  return { readyFurther, holding, called, nearlyCalled, alike }

  /** Also what few texts need, a part at a time. @returns whether that was all */
  function readyFurther(): boolean {
    later.shift()?.()
    return later.length === 0
  }

  /** Places of which a name may contain the text, in order; undefined where that cannot be told. */
  function holding(squeezed: string): Iterable<number> | undefined {
    const found = likeNames.holding(squeezed)
    return found && new Set(found.map(rankOf))
  }

  /** Places of what is called so, then of what is called so in another form. */
  function called(text: string, squeezed: string): number[] {
    const key = formsKey(formsOf(text))
    const other = [...((key && forms.get(key)) || []), ...(joined.get(squeezed) ?? [])]
    return [...(written.get(text) ?? []), ...other.sort((one, another) => one - another)]
  }

  /**
   * What is called nearly so, the most alike first. A single word that our texts write is meant itself; where they write another form
   * of it, only what is very like it may be meant: `hurting` is no `orbiting`, but `humilation` is `humiliation`.
   */
  function nearlyCalled(text: string, squeezed: string): [place: number, likeness: number][] {
    if (squeezed.length < 5 || formsWritten.has(text)) return []
    const enough = !text.includes(' ') && rows.has(formOf(text)) ? least.same : 0
    return slippedNames
      .slipped(squeezed)
      .filter(([, likeness]) => likeness >= enough)
      .map(([name, likeness]) => [rankOf(name), likeness])
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
    const spelt = new Map(wordsOf(text).map((word) => [formOf(word), word]))
    const asked = formsOf(text).map((form) => rowsFor(form, spelt.get(form) ?? form))
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
      const place = rankOf(name)
      named[place] = Math.max(named[place] ?? 0, dot / ((names[name]?.norm ?? 1) * norm))
    }
    for (const slug of slugsSpokenOf(text)) {
      const place = placeBySlug.get(slug)
      if (place !== undefined) score[place] = (score[place] ?? 0) + idiom
    }
    for (const [name, likeness] of likeNames.alike(squeezed, least.alike)) {
      const place = rankOf(name)
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
  function rowsFor(form: string, word: string): { rows: [WordRow, trust: number][]; rarity: number } {
    const own = rows.get(form)
    const found: [WordRow, number][] = own ? [[own, 1]] : []
    for (const other of synonymsOf(form) ?? []) {
      const row = rows.get(other)
      if (row) found.push([row, kinship])
    }
    const [near] = found.length === 0 && word.length > 3 ? slippedWords.slipped(word) : []
    const nearest = near && rows.get(formsWritten.get(spellings[near[0]] ?? '') ?? '')
    if (near && nearest) found.push([nearest, near[1]])
    return {
      rows: found,
      rarity: own?.rarity ?? Math.max(...found.map(([row, trust]) => row.rarity * trust)),
    }
  }
}
