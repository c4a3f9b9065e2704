import type { CrisisLine } from '../../editorial/resources/contract.ts'
import type { TermType } from '../contract.ts'
import { slugOf } from '../rules.ts'

/**
 * The index that the header search keeps in the browser, so that what people look for stays on their device: what there is of the
 * terms, a line each, in the order of names. Short on purpose: every visitor who searches loads it once, and by columns it is a
 * twenty-fifth shorter than by rows. No name or text has a line break or a tab in it (source/contract.ts). In this order, so that a
 * search by names need not wait for the rest.
 */
export type SearchIndex = {
  /** A letter where a term is clinical. */
  clinical: string
  /** They make the slugs. */
  names: string
  /** Those of one term with tabs between. */
  aliases: string
  /** First sentences. */
  sentences: string
  /** Words that people say of it (search/said). */
  said: string
  /** Numbers to reach someone by, shown above what is found; an index of an earlier version has none. */
  crisis?: readonly CrisisNumber[]
}

/** What the header search shows of a crisis line. */
export type CrisisNumber = Pick<CrisisLine, 'name' | 'number' | 'country' | 'sms' | 'for'>

export type SearchEntry = {
  term_name: string
  slug: string
  type: TermType
  definition: string
  aliases: readonly string[]
  /** What people say of it who do not know its name. */
  said?: string
}

/** What the header search shows of crisis lines. */
export const numbersOf = (lines: readonly CrisisLine[]): CrisisNumber[] =>
  lines.map(({ name, number, country, sms, for: dangers }) => ({ name, number, country, sms, for: dangers }))

/**
 * @param entries with first sentences as definitions, from A to Z
 * @param crisis numbers that help
 */
export function searchIndexOf(
  entries: readonly Omit<SearchEntry, 'slug'>[],
  crisis: readonly CrisisNumber[] = [],
): SearchIndex {
  const lines = (part: (entry: Omit<SearchEntry, 'slug'>) => string) => entries.map(part).join('\n')
  return {
    clinical: lines(({ type }) => (type === 'clinical' ? 'c' : '')),
    names: lines(({ term_name }) => term_name),
    aliases: lines(({ aliases }) => aliases.join('\t')),
    sentences: lines(({ definition }) => definition),
    said: lines(({ said }) => said ?? ''),
    crisis,
  }
}

/** What the first columns of an index say of its terms. */
function namedIn({ clinical, names }: Pick<SearchIndex, 'clinical' | 'names'>): SearchEntry[] {
  if (names === '') return []
  const kinds = clinical.split('\n')
  return names.split('\n').map((term_name, place) => ({
    term_name,
    slug: slugOf(term_name),
    type: kinds[place] ? 'clinical' : 'community',
    definition: '',
    aliases: [],
  }))
}

/** The terms of an index again. */
export function entriesOf(index: SearchIndex): SearchEntry[] {
  const [aliases, sentences, said] = [index.aliases, index.sentences, index.said].map((lines) =>
    lines.split('\n'),
  )
  return namedIn(index).map((term, place) => ({
    ...term,
    definition: sentences?.[place] ?? '',
    aliases: aliases?.[place]?.split('\t').filter(Boolean) ?? [],
    said: said?.[place] ?? '',
  }))
}

/**
 * The terms of which the names have come, while the rest of an index is on its way.
 *
 * @param text its JSON as far as it has come
 */
export function beginningOf(text: string): { terms: SearchEntry[]; all: boolean } {
  const end = text.indexOf('","aliases":')
  try {
    // Of a line that is not over nobody knows what it will be.
    const whole = text.slice(0, end < 0 ? text.lastIndexOf('\\n') : end)
    return { terms: namedIn(JSON.parse(`${whole}"}`)), all: end > 0 }
  } catch {
    return { terms: [], all: false }
  }
}
