import type { CrisisLine } from '../../editorial/resources.contract.ts'
import type { TermType } from '../terms.contract.ts'
import { slugOf } from '../terms.rules.ts'

/**
 * The index that the header search keeps in the browser, so that what people look for stays on their device: what there is of the
 * terms, a line each, in the order of names. Short on purpose: every visitor who searches loads it once, and by columns it is a
 * twenty-fifth shorter than by rows. No name or text has a line break or a tab in it (glossary/source/glossary-source.contract.ts).
 */
export type SearchIndex = {
  /** A letter where a term is clinical. */
  clinical: string
  /** They make the slugs. */
  names: string
  /** Those of one term with tabs between; before the longer columns, so that a search by names need not wait for them. */
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

/** The terms of an index again. */
export function entriesOf(index: SearchIndex): SearchEntry[] {
  if (index.names === '') return []
  const [kinds, aliases, sentences, said] = [index.clinical, index.aliases, index.sentences, index.said].map(
    (lines) => lines.split('\n'),
  )
  return index.names.split('\n').map((term_name, place) => ({
    term_name,
    slug: slugOf(term_name),
    type: kinds?.[place] ? 'clinical' : 'community',
    definition: sentences?.[place] ?? '',
    aliases: aliases?.[place]?.split('\t').filter(Boolean) ?? [],
    said: said?.[place] ?? '',
  }))
}

/**
 * The terms with names and aliases alone, while the longer columns of an index are on their way.
 *
 * @param text the JSON of the index as far as it has come
 * @returns undefined until both have come
 */
export function beginningOf(text: string): SearchEntry[] | undefined {
  const end = text.indexOf('","sentences":')
  return end < 0
    ? undefined
    : entriesOf({ ...JSON.parse(`${text.slice(0, end)}"}`), sentences: '', said: '' })
}
