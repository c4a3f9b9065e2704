import { diffArrays } from 'diff'
import { type EntryDocument, recordFields, recordLabels } from '../document/document.rules.ts'
import { formatHappened } from '../document/happened.rules.ts'
import * as messages from '../messages.en.yaml'

export type Piece = { text: string; kind: 'same' | 'added' | 'removed' }

/** Bounds the work on texts that have little in common: Myers' algorithm takes the square of the number of differences. */
const maxSteps = 250_000
const maxLineEdits = 300

/**
 * Compares two texts, by lines and then by words. Lines that have little in common are marked as a whole. The pieces that are not `added`
 * are `before`, character by character, and those that are not `removed` are `after`.
 */
export function compareTexts(before: string, after: string): Piece[] {
  const budget = { steps: maxSteps }
  const lines = diff(splitLines(before), splitLines(after), budget, maxLineEdits)
  if (!lines) return joinPieces(replaced(before, after))
  return joinPieces(
    changesOf(lines).flatMap((change) =>
      change.kind === 'same' ? [change] : compareWords(change.removed, change.added, budget),
    ),
  )
}

function compareWords(before: string, after: string, budget: { steps: number }): Piece[] {
  if (before === '' || after === '') return replaced(before, after)
  const [old, current] = [splitWords(before), splitWords(after)]
  // Words that stay between many that do not are noise.
  const maxEdits = Math.ceil((old.length + current.length) / 2)
  const words = diff(old, current, budget, maxEdits)
  if (!words) return replaced(before, after)
  return changesOf(words).flatMap((change) =>
    change.kind === 'same' ? [change] : replaced(change.removed, change.added),
  )
}

function diff(before: string[], after: string[], budget: { steps: number }, maxEdits: number) {
  const maxEditLength = Math.min(maxEdits, Math.floor(Math.sqrt(budget.steps)))
  const pieces = diffArrays(before, after, { maxEditLength })
  const edits = pieces?.reduce((sum, { added, removed, count }) => sum + (added || removed ? count : 0), 0)
  budget.steps -= (edits ?? maxEditLength) ** 2
  return pieces?.map(({ value, added, removed }): Piece => {
    const kind = added ? 'added' : removed ? 'removed' : 'same'
    return { text: value.join(''), kind }
  })
}

type Change = { kind: 'same'; text: string } | { kind: 'changed'; removed: string; added: string }

/** Joins what is removed and added in one place; white space alone does not separate two places. */
function changesOf(pieces: Piece[]): Change[] {
  const changes: Change[] = []
  for (const [index, { kind, text }] of pieces.entries()) {
    const last = changes.at(-1)
    const isGap = kind === 'same' && text.trim() === '' && index < pieces.length - 1
    if (kind === 'same' && !(isGap && last?.kind === 'changed')) {
      changes.push({ kind, text })
      continue
    }
    const change = last?.kind === 'changed' ? last : { kind: 'changed' as const, removed: '', added: '' }
    if (change !== last) changes.push(change)
    if (kind !== 'added') change.removed += text
    if (kind !== 'removed') change.added += text
  }
  return changes
}

const replaced = (before: string, after: string): Piece[] => [
  { kind: 'removed', text: before },
  { kind: 'added', text: after },
]

function joinPieces(pieces: Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (piece.text === '') continue
    if (last?.kind === piece.kind) last.text += piece.text
    else joined.push({ ...piece })
  }
  return joined
}

const splitLines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? []

/** Scripts without spaces between words are compared by character. */
const unspaced = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('')
/* Not `Intl.Segmenter`, which Firefox has since 125 only. */
const word = new RegExp(
  String.raw`\s+|\p{RI}{2}|(?:(?![${unspaced}])[\p{L}\p{N}_'’-]\p{M}*)+|.(?:\u200d.|[\p{M}\ufe0f\p{EMod}])*`,
  'gsu',
)
const splitWords = (text: string): string[] => text.match(word) ?? []

type Comparable = Omit<EntryDocument, 'content' | 'linked_term_ids'> & {
  terms: readonly { term_name: string }[]
}

/** Compares the dates, tags and records of two versions. Returns the fields that differ, under the labels of the form. */
export function compareDetails(before: Comparable, after: Comparable): { label: string; pieces: Piece[] }[] {
  const fieldsOf = ({ terms, happened, tags, record }: Comparable): [string, string][] => [
    [messages.terms(), terms.map(({ term_name }) => term_name).join(', ')],
    [messages.when(), happened ? formatHappened(happened) : ''],
    [messages.tags(), tags.join(', ')],
    ...recordFields.map((field): [string, string] => [recordLabels[field](), record[field]]),
  ]
  const current = fieldsOf(after)
  return fieldsOf(before).flatMap(([label, text], index) => {
    const now = current[index]?.[1] ?? ''
    return text === now ? [] : [{ label, pieces: compareTexts(text, now) }]
  })
}
