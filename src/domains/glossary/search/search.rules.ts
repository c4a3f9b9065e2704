import { foldText } from '../../../platform/fold-text.ts'
import type { Reason } from '../terms.contract.ts'

/**
 * What a person typed, ready to be looked for: control signs and runs of space are one space, ends are trimmed. Blank text is no
 * search (specification point 5).
 */
export function normalizeSearch(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
}

/**
 * Text as a tsquery of prefixes that must all be there, `'love':* & 'bomb':*`; empty when no word is in it. Tokenised here, so
 * that no sign of the tsquery language ever comes from outside.
 */
export function prefixQuery(text: string): string {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map((word) => `'${word}':*`).join(' & ')
}

/** What a term is found by where nothing is made ready for a search (search/finder). */
export type Named = { term_name: string; slug: string; aliases: readonly string[] }

/** Whether name, slug or an alias contains the text, however either is written. */
export function matchesName(term: Named, search: string): boolean {
  const text = foldText(search) || search
  return [term.term_name, term.slug, ...term.aliases].some((name) => foldText(name).includes(text))
}

/** Ends of words that close no sentence: titles, initials, Latin. */
const abbreviation = /(?:^|[\s(“"])(?:Dr|Mr|Mrs|Ms|Prof|St|vs|e\.g|i\.e|[A-Z](?:\.[A-Z])*)\.$/

/** The first sentence of a definition, which is written to stand alone in a result (content guide). */
export function firstSentence(definition: string): string {
  for (const { 0: end, index } of definition.matchAll(/[.!?]["”’')]*(?=\s+["“‘'(]?[A-Z0-9])/g)) {
    const sentence = definition.slice(0, index + end.length)
    if (!abbreviation.test(sentence)) return sentence
  }
  return definition
}

/** Why a term is among the results, in words. */
export const formatReason = ({ kind, words }: Reason): string =>
  kind === 'described' ? 'may fit your description' : `${kind} ${words}`
