import type { CrisisLine } from '../../editorial/resources.contract.ts'
import type { TermType } from '../terms.contract.ts'
import { slugOf } from '../terms.rules.ts'

/**
 * The browser's index for the header search, so that queries stay on the device. Each field is a column with one line per term, from A
 * to Z; columns compress 4 % better than rows, and every visitor who searches downloads them. Names and texts contain no line breaks
 * or tabs (glossary/source/glossary-source.contract.ts).
 */
export type SearchIndex = {
  /** `c` for a clinical term, else empty. */
  clinical: string
  /** The slugs derive from them. */
  names: string
  /** Tab-separated. Before the longer columns, so that a name search can start while those load. */
  aliases: string
  /** First sentences. */
  sentences: string
  /** Stems of phrases (phrase-index.rules.ts). */
  phrases: string
  /** Crisis numbers, shown above the results; missing in indexes of earlier versions. */
  crisis?: readonly CrisisNumber[]
}

/** The fields of a crisis line that the header search shows. */
export type CrisisNumber = Pick<CrisisLine, 'name' | 'number' | 'country' | 'sms' | 'for'>

export type SearchEntry = {
  term_name: string
  slug: string
  type: TermType
  definition: string
  aliases: readonly string[]
  /** Phrases people use who don't know the name. */
  phrases?: string
}

/** Picks the fields that the header search shows. */
export const numbersOf = (lines: readonly CrisisLine[]): CrisisNumber[] =>
  lines.map(({ name, number, country, sms, for: dangers }) => ({ name, number, country, sms, for: dangers }))

/** @param entries from A to Z, with first sentences as definitions */
export function searchIndexOf(
  entries: readonly Omit<SearchEntry, 'slug'>[],
  crisis: readonly CrisisNumber[] = [],
): SearchIndex {
  const column = (cell: (entry: Omit<SearchEntry, 'slug'>) => string) => entries.map(cell).join('\n')
  return {
    clinical: column(({ type }) => (type === 'clinical' ? 'c' : '')),
    names: column(({ term_name }) => term_name),
    aliases: column(({ aliases }) => aliases.join('\t')),
    sentences: column(({ definition }) => definition),
    phrases: column(({ phrases }) => phrases ?? ''),
    crisis,
  }
}

/** The inverse of `searchIndexOf`. */
export function entriesOf(index: SearchIndex): SearchEntry[] {
  if (index.names === '') return []
  const [clinical, aliases, sentences, phrases] = [
    index.clinical,
    index.aliases,
    index.sentences,
    index.phrases,
  ].map((column) => column.split('\n'))
  return index.names.split('\n').map((term_name, row) => ({
    term_name,
    slug: slugOf(term_name),
    type: clinical?.[row] ? 'clinical' : 'community',
    definition: sentences?.[row] ?? '',
    aliases: aliases?.[row]?.split('\t').filter(Boolean) ?? [],
    phrases: phrases?.[row] ?? '',
  }))
}

/**
 * Names and aliases from an index that is still loading.
 *
 * @param text the JSON received so far
 * @returns undefined until both columns are complete
 */
export function partialEntriesOf(text: string): SearchEntry[] | undefined {
  const end = text.indexOf('","sentences":')
  return end < 0
    ? undefined
    : entriesOf({ ...JSON.parse(`${text.slice(0, end)}"}`), sentences: '', phrases: '' })
}
