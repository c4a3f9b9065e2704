import type { TermType } from '../contract.ts'
import { slugOf } from '../rules.ts'

/**
 * The index that the header search keeps in the browser, so that what people look for stays on their device: what there is of the
 * terms, a line each, in the order of names. Short on purpose: every visitor who searches loads it once, and by columns it is a
 * twenty-fifth shorter than by rows. No name or text has a line break or a tab in it (source/contract.ts).
 */
export type SearchIndex = {
  /** First sentences. */
  sentences: string
  /** They make the slugs. */
  names: string
  /** Those of one term with tabs between. */
  aliases: string
  /** Words that people say of it (search/said). */
  said: string
  /** A letter where a term is clinical. */
  clinical: string
}

export type SearchEntry = {
  term_name: string
  slug: string
  type: TermType
  definition: string
  aliases: readonly string[]
  /** What people say of it who do not know its name. */
  said?: string
}

/** @param entries with first sentences as definitions, from A to Z */
export function searchIndexOf(entries: readonly Omit<SearchEntry, 'slug'>[]): SearchIndex {
  const lines = (part: (entry: Omit<SearchEntry, 'slug'>) => string) => entries.map(part).join('\n')
  return {
    sentences: lines(({ definition }) => definition),
    names: lines(({ term_name }) => term_name),
    aliases: lines(({ aliases }) => aliases.join('\t')),
    said: lines(({ said }) => said ?? ''),
    clinical: lines(({ type }) => (type === 'clinical' ? 'c' : '')),
  }
}

/** The terms of an index again. */
export function entriesOf(index: SearchIndex): SearchEntry[] {
  if (index.names === '') return []
  const [sentences, aliases, said, clinical] = [
    index.sentences,
    index.aliases,
    index.said,
    index.clinical,
  ].map((lines) => lines.split('\n'))
  return index.names.split('\n').map((term_name, place) => ({
    term_name,
    slug: slugOf(term_name),
    type: clinical?.[place] ? 'clinical' : 'community',
    definition: sentences?.[place] ?? '',
    aliases: aliases?.[place]?.split('\t').filter(Boolean) ?? [],
    said: said?.[place] ?? '',
  }))
}
