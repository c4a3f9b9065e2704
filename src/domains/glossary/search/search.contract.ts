import type { TermType } from '../terms.contract.ts'
import { slugOf } from '../terms.rules.ts'

/** Keeps queries on the device. Columns compress 4 % better than rows; no line breaks or tabs inside. */
export type SearchIndex = {
  /** `c` for a clinical term, else empty. */
  clinical: string
  names: string
  /** Tab-separated. A name search starts while the longer columns load. */
  aliases: string
  sentences: string
}

export type SearchEntry = {
  term_name: string
  slug: string
  type: TermType
  definition: string
  aliases: readonly string[]
}

/** Builds the index. @param entries from A to Z, with first sentences as definitions */
export function searchIndexOf(entries: readonly Omit<SearchEntry, 'slug'>[]): SearchIndex {
  const column = (cell: (entry: Omit<SearchEntry, 'slug'>) => string) => entries.map(cell).join('\n')
  return {
    clinical: column(({ type }) => (type === 'clinical' ? 'c' : '')),
    names: column(({ term_name }) => term_name),
    aliases: column(({ aliases }) => aliases.join('\t')),
    sentences: column(({ definition }) => definition),
  }
}

/** Inverts `searchIndexOf`. */
export function entriesOf(index: SearchIndex): SearchEntry[] {
  if (index.names === '') return []
  const columns = ['clinical', 'aliases', 'sentences'] as const
  const [clinical, aliases, sentences] = columns.map((name) => index[name].split('\n'))
  return index.names.split('\n').map((term_name, row) => ({
    term_name,
    slug: slugOf(term_name),
    type: clinical?.[row] ? 'clinical' : 'community',
    definition: sentences?.[row] ?? '',
    aliases: aliases?.[row]?.split('\t').filter(Boolean) ?? [],
  }))
}

/** Reads names and aliases from part of the JSON; undefined until both columns are complete. */
export function partialEntriesOf(text: string): SearchEntry[] | undefined {
  const end = text.indexOf('","sentences":')
  return end < 0 ? undefined : entriesOf({ ...JSON.parse(`${text.slice(0, end)}"}`), sentences: '' })
}
