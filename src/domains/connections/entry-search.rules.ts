import { cutAtMatches, foldWords } from '../../platform/text-matches.ts'
import { previewOf } from './preview.rules.ts'

type Searched = { content: string | null; term: { term_name: string; tags: string[] } | null }

/**
 * What a search of one's own Connections looks for: each word, wherever it stands, and what is in quotes as one phrase. A word with
 * a hyphen is a phrase of its parts.
 */
export function wordsToFind(typed: string): string[] {
  const parts = typed.matchAll(/["“”„‟«»]([^"“”„‟«»]*)["“”„‟«»]?|[^\s"“”„‟«»]+/g)
  const words = [...parts].map(([whole, phrase]) => foldWords(phrase ?? whole))
  return [...new Set(words)].filter((word) => word !== '')
}

/** A Connection is folded once for all searches, and its folded text goes when it goes. */
const texts = new WeakMap<Searched, string>()

/** Its text, its term and its tags, one a line: no phrase goes from one to the next. */
function textOf(entry: Searched): string {
  const parts = [entry.content ?? '', entry.term?.term_name ?? '', ...(entry.term?.tags ?? [])]
  const text = texts.get(entry) ?? parts.map(foldWords).join('\n')
  texts.set(entry, text)
  return text
}

/** Whether a Connection has all of the words. @param words as `wordsToFind` returns them */
export function hasWords(entry: Searched, words: readonly string[]): boolean {
  const text = textOf(entry)
  return words.every((word) => text.includes(word))
}

/** Characters in which the first match is looked for at once. */
const step = 400
/** Characters that are shown before it. */
const lead = 60

/** What a card shows of a Connection: its beginning, or where the first of the words stands if that is further on. */
export function excerptOf(entry: Searched, words: readonly string[]): string {
  const content = entry.content ?? ''
  const beginning = previewOf(content)
  const holds = (text: string) => words.some((word) => text.includes(word))
  const [whole = ''] = words.length > 0 ? textOf(entry).split('\n', 1) : []
  if (!holds(whole) || holds(foldWords(beginning))) return beginning
  for (let from = 0; from < content.length; from += step) {
    const part = content.slice(from, from + 2 * step)
    if (!holds(foldWords(part))) continue
    const [first] = cutAtMatches(part, words)
    const match = from + (first && !first.match ? first.text.length : 0)
    const start = Math.max(0, match - lead)
    const gap = content.slice(start, match).search(/\s/)
    return `…${previewOf(content.slice(gap < 0 ? match : start + gap).trimStart())}`
  }
  return beginning
}
