import type { TermType } from '../contract.ts'
import { slugOf } from '../rules.ts'

/**
 * The index that the header search keeps in the browser, so that what people look for stays on their device: one row a term,
 * in the order of names. Short on purpose: every visitor who searches loads it once.
 *
 * `[term_name, 1 when clinical, first sentence, words that people say of it (search/said), ...aliases]`; the name makes the slug.
 */
export type SearchIndexRow = [
  term_name: string,
  clinical: 0 | 1,
  sentence: string,
  said: string,
  ...aliases: string[],
]
export type SearchIndex = { version: string; terms: SearchIndexRow[] }

export type SearchEntry = {
  term_name: string
  slug: string
  type: TermType
  definition: string
  aliases: readonly string[]
  /** What people say of it who do not know its name. */
  said?: string
}

/** A row of the index with its names back. */
export function readSearchIndexRow([
  term_name,
  clinical,
  definition,
  said,
  ...aliases
]: SearchIndexRow): SearchEntry {
  return {
    term_name,
    slug: slugOf(term_name),
    type: clinical ? 'clinical' : 'community',
    definition,
    aliases,
    said,
  }
}
