import { foldText } from '../../../platform/fold-text.ts'

/** Trims text and collapses control characters and whitespace. */
export function normalizeSearch(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
}

/** A tsquery, `'love':* & 'bomb':*`, of letters and digits only: nothing can be injected. */
export function prefixQuery(text: string): string {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map((word) => `'${word}':*`).join(' & ')
}

export type NamedTerm = { term_name: string; slug: string; aliases: readonly string[] }

/** Whether name, slug or an alias contains the text, ignoring case and accents. */
export function matchesName(term: NamedTerm, search: string): boolean {
  const text = foldText(search) || search
  return [term.term_name, term.slug, ...term.aliases].some((name) => foldText(name).includes(text))
}

/** Their period ends no sentence. */
const abbreviation = /(?:^|[\s(“"])(?:Dr|Mr|Mrs|Ms|Prof|St|vs|e\.g|i\.e|[A-Z](?:\.[A-Z])*)\.$/

/** The first sentence of a definition. */
export function firstSentence(definition: string): string {
  for (const { 0: end, index } of definition.matchAll(/[.!?]["”’')]*(?=\s+["“‘'(]?[A-Z0-9])/g)) {
    const sentence = definition.slice(0, index + end.length)
    if (!abbreviation.test(sentence)) return sentence
  }
  return definition
}
