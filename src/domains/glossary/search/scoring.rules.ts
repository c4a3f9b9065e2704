import { foldText } from '../../../platform/fold-text.ts'
import type { Reason } from '../terms.contract.ts'
import { similarity, trigrams } from './fuzzy-match.rules.ts'
import { firstSentence } from './search.rules.ts'
import { formOf, formsAmong, formsOf, stripSeparators, wordsOf } from './tokenizer.rules.ts'

/** What a search reads of a term. */
export type Told = {
  slug: string
  term_name: string
  definition: string
  aliases: readonly string[]
  tags?: readonly string[]
  examples?: readonly string[]
  said?: string
}

type NameRow = {
  name: number
  place: number
  written: string
  squeezed: string
  forms: string | null
  norm: number
}
export type WordRow = { word: string; rarity: number; places: number[]; weights: number[]; names: number[] }

/**
 * How much a word counts that stands in a name, another name, what people say of it, the first sentence, the definition, an example, a
 * tag.
 */
const weight = { name: 3, alias: 2, said: 3, sentence: 1.5, definition: 0.5, example: 0.2, tag: 0.4 }
/** What says a word often says little more than what says it once (BM25's saturation). */
const saturation = { most: 4, half: 1.2 }

/** The words of a name without their endings, in the order of the alphabet, to compare names by; null when there are none. */
export const formsKey = (forms: readonly string[]): string | null => [...forms].sort().join(' ') || null

export type Likeness = { names: NameRow[]; words: WordRow[]; forms: ReadonlyMap<string, string> }

/**
 * What the ranked part of a search stands on: names, words (without endings) with their weights, and the forms of words as written.
 *
 * @param terms from A to Z: a term's place among them is its number
 * @returns it in small pieces, between which a page can do something else
 */
export function* likenessOf(terms: readonly Told[]): Generator<void, Likeness> {
  const known = new Map<string, string>()
  const form = remembering(formOf, known)
  // What stands in several places is cut into words once: that is what takes longest.
  const read = remembering((text) => {
    const words = wordsOf(text)
    return { squeezed: words.join(''), forms: formsAmong(words, form) }
  })
  const said: Map<string, number>[] = []
  for (const term of terms) {
    said.push(weighWords(term, (text) => read(text).forms))
    yield
  }
  const documents = new Map<string, number>()
  for (const words of said)
    for (const word of words.keys()) documents.set(word, (documents.get(word) ?? 0) + 1)
  const rows = new Map<string, WordRow>()
  for (const [word, count] of documents) {
    const rarity = Math.log(1 + (terms.length - count + 0.5) / (count + 0.5))
    rows.set(word, { word, rarity, places: [], weights: [], names: [] })
  }
  for (const [place, words] of said.entries()) {
    for (const [word, sum] of words) {
      const row = rows.get(word)
      const much = Math.min(sum, saturation.most)
      row?.places.push(place)
      row?.weights.push((row.rarity * much) / (much + saturation.half))
    }
  }
  const names: NameRow[] = []
  for (const [place, { term_name, slug, aliases }] of terms.entries()) {
    // `strasse` is how an address writes Straße, and may be what somebody types.
    const address = stripSeparators(slug) === read(term_name).squeezed ? [] : [slug]
    for (const written of [term_name, ...address, ...aliases]) {
      const name = names.length
      const { squeezed, forms } = read(written)
      let squares = 0
      for (const word of forms) {
        const row = rows.get(word)
        row?.names.push(name)
        squares += (row?.rarity ?? 0) ** 2
      }
      const norm = Math.sqrt(squares) || 1
      names.push({ name, place, written: foldText(written), squeezed, forms: formsKey(forms), norm })
    }
    yield
  }
  return { names, words: [...rows.values()], forms: known }
}

/** For the while of one reading: what many people type is remembered nowhere. */
function remembering<Found>(of: (text: string) => Found, known = new Map<string, Found>()) {
  return (text: string): Found => {
    const held = known.get(text)
    if (held !== undefined) return held
    const found = of(text)
    known.set(text, found)
    return found
  }
}

function weighWords(
  { term_name, aliases, definition, examples = [], tags = [], said = '' }: Told,
  forms: (text: string) => readonly string[],
): Map<string, number> {
  const words = new Map<string, number>()
  const add = (text: string, much: number) => {
    for (const word of forms(text)) {
      const before = words.get(word)
      words.set(word, before === undefined ? much : before + much / 2)
    }
  }
  add(term_name, weight.name)
  for (const alias of aliases) add(alias, weight.alias)
  add(said, weight.said)
  add(firstSentence(definition), weight.sentence)
  add(definition, weight.definition)
  for (const example of examples) add(example, weight.example)
  for (const tag of tags) add(tag, weight.tag)
  return words
}

/** In which way a search came to a term: the tier (search/finder), and how alike a name is written. */
export type Found = { tier: number; likeness: number }

/**
 * Why a term is among the results, where its name does not show it.
 *
 * @param term its name and other names
 * @param search as made ready by `normalizeSearch`
 */
export function matchReason(
  { term_name, aliases }: Pick<Told, 'term_name' | 'aliases'>,
  search: string,
  { tier, likeness }: Found,
): Reason | undefined {
  if (tier === 2 || tier === 3) return undefined
  const text = foldText(search)
  const asked = new Set(formsOf(text))
  const shared = (name: string) => {
    const forms = formsOf(name)
    return forms.filter((form) => asked.has(form)).length / (forms.length || 1)
  }
  if (tier === 6 && likeness === 0 && shared(term_name) > 0) return undefined
  const pieces = trigrams(stripSeparators(text))
  const nearness = (name: string) => {
    const folded = foldText(name)
    const at = ` ${folded}`.indexOf(` ${text}`)
    const holds = at === 0 ? 4 : at > 0 ? 3 : folded.includes(text) ? 2 : 0
    const alike = likeness > 0 ? similarity(trigrams(stripSeparators(name)), pieces) : 0
    return (folded === text ? 8 : 0) + holds + shared(name) + alike
  }
  let [closest, nearest] = [term_name, nearness(term_name)]
  for (const alias of aliases) {
    const near = nearness(alias)
    if (near > nearest) [closest, nearest] = [alias, near]
  }
  if (likeness > 0) return { kind: 'did you mean', words: closest }
  if (tier === 6 && shared(closest) < 0.5) return { kind: 'described', words: '' }
  return closest === term_name ? undefined : { kind: 'also called', words: closest }
}
