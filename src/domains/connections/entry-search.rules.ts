import { cutAtMatches, foldWords } from '../../platform/text-matches.ts'
import { previewOf } from './preview.rules.ts'

type SearchableEntry = { content: string | null; term: { term_name: string; tags: string[] } | null }

/** Splits a query into folded words and phrases; a hyphenated word is a phrase. */
export function parseSearch(typed: string): string[] {
  const parts = typed.matchAll(/["“”„‟«»]([^"“”„‟«»]*)["“”„‟«»]?|[^\s"“”„‟«»]+/g)
  const words = [...parts].map(([whole, phrase]) => foldWords(phrase ?? whole))
  return [...new Set(words)].filter((word) => word !== '')
}

const foldedTexts = new WeakMap<SearchableEntry, string>()

/** No phrase spans two lines. */
function foldedTextOf(entry: SearchableEntry): string {
  const parts = [entry.content ?? '', entry.term?.term_name ?? '', ...(entry.term?.tags ?? [])]
  const text = foldedTexts.get(entry) ?? parts.map(foldWords).join('\n')
  foldedTexts.set(entry, text)
  return text
}

/** Whether all `parseSearch` words occur. */
export function matchesAllWords(entry: SearchableEntry, words: readonly string[]): boolean {
  const text = foldedTextOf(entry)
  return words.every((word) => text.includes(word))
}

/** Characters scanned at a time. */
const scanStep = 400
/** Characters before the match. */
const excerptLead = 60

/** The beginning of the text, or the part around the first match. */
export function excerptOf(entry: SearchableEntry, words: readonly string[]): string {
  const content = entry.content ?? ''
  const preview = previewOf(content)
  const hasMatch = (text: string) => words.some((word) => text.includes(word))
  const [text = ''] = words.length > 0 ? foldedTextOf(entry).split('\n', 1) : []
  if (!hasMatch(text) || hasMatch(foldWords(preview))) return preview
  for (let from = 0; from < content.length; from += scanStep) {
    const part = content.slice(from, from + 2 * scanStep)
    if (!hasMatch(foldWords(part))) continue
    const [first] = cutAtMatches(part, words)
    const match = from + (first && !first.match ? first.text.length : 0)
    const start = Math.max(0, match - excerptLead)
    const gap = content.slice(start, match).search(/\s/)
    return `…${previewOf(content.slice(gap < 0 ? match : start + gap).trimStart())}`
  }
  return preview
}
