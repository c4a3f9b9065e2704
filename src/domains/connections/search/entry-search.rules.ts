import { cutAtMatches, foldWords } from '../../../platform/text-matches.ts'
import { type EntryRecord, type Happened, recordFields, recordLabels } from '../document/document.rules.ts'
import { formatHappened } from '../document/happened.rules.ts'
import * as messages from '../messages.en.yaml'
import { previewOf } from '../preview.rules.ts'

type SearchableEntry = {
  content: string | null
  term: { id?: string; term_name: string; tags: string[] } | null
  /** With `term`. */
  terms?: { id: string; term_name: string }[]
  happened?: Happened | null
  tags?: string[]
  record?: EntryRecord
}

/** Splits a query into folded words and phrases; a hyphenated word is a phrase. */
export function parseSearch(typed: string): string[] {
  const parts = typed.matchAll(/["“”„‟«»]([^"“”„‟«»]*)["“”„‟«»]?|[^\s"“”„‟«»]+/g)
  const words = [...parts].map(([whole, phrase]) => foldWords(phrase ?? whole))
  return [...new Set(words)].filter((word) => word !== '')
}

type FoldedEntry = { content: string; details: string; tags: string }

const foldedEntries = new WeakMap<SearchableEntry, FoldedEntry>()

function foldedEntryOf(entry: SearchableEntry): FoldedEntry {
  const known = foldedEntries.get(entry)
  if (known) return known
  const { content, term, happened, tags = [] } = entry
  const details = [
    term?.term_name ?? '',
    ...(term?.tags ?? []),
    ...unshownDetails(entry).map(({ text }) => text),
    happened ? formatHappened(happened) : '',
  ]
  // No phrase spans two lines.
  const folded = {
    content: foldWords(content ?? ''),
    details: details.map(foldWords).join('\n'),
    tags: tags.map(foldWords).join('\n'),
  }
  foldedEntries.set(entry, folded)
  return folded
}

/**
 * Whether all `parseSearch` words occur.
 *
 * @param withTags whether the writer's own tags count, which only Journal Tagging shows
 */
export function matchesAllWords(
  entry: SearchableEntry,
  words: readonly string[],
  { withTags = false } = {},
): boolean {
  const { content, details, tags } = foldedEntryOf(entry)
  return words.every(
    (word) => content.includes(word) || details.includes(word) || (withTags && tags.includes(word)),
  )
}

/** What a card does not show. */
function unshownDetails({ term, terms = [], record }: SearchableEntry): { name: string; text: string }[] {
  const others = terms.filter(({ id }) => id !== term?.id).map(({ term_name }) => term_name)
  return [
    { name: messages.alsoAbout(), text: others.join(', ') },
    ...recordFields.map((field) => ({ name: recordLabels[field](), text: record?.[field] ?? '' })),
  ].filter(({ text }) => text !== '')
}

/** Where words are that the text lacks, as excerpts: what a card shows only for a search. */
export function findInDetails(
  entry: SearchableEntry,
  words: readonly string[],
): { name: string; text: string }[] {
  if (words.length === 0) return []
  const { content } = foldedEntryOf(entry)
  const missing = words.filter((word) => !content.includes(word))
  return unshownDetails(entry).flatMap(({ name, text }) => {
    const folded = foldWords(text)
    if (!missing.some((word) => folded.includes(word))) return []
    return [{ name, text: excerptOfText(text, folded, words) }]
  })
}

/** Characters scanned at a time. */
const scanStep = 400
/** Characters before the match. */
const excerptLead = 60

/** The beginning of the text, or the part around the first match. */
export const excerptOf = (entry: SearchableEntry, words: readonly string[]): string =>
  excerptOfText(entry.content ?? '', words.length > 0 ? foldedEntryOf(entry).content : '', words)

/** `folded`: of `foldWords`. */
function excerptOfText(text: string, folded: string, words: readonly string[]): string {
  const preview = previewOf(text)
  const hasMatch = (text: string) => words.some((word) => text.includes(word))
  if (!hasMatch(folded) || hasMatch(foldWords(preview))) return preview
  for (let from = 0; from < text.length; from += scanStep) {
    const part = text.slice(from, from + 2 * scanStep)
    if (!hasMatch(foldWords(part))) continue
    const [first] = cutAtMatches(part, words)
    const match = from + (first && !first.match ? first.text.length : 0)
    const start = Math.max(0, match - excerptLead)
    const gap = text.slice(start, match).search(/\s/)
    return `…${previewOf(text.slice(gap < 0 ? match : start + gap).trimStart())}`
  }
  return preview
}
