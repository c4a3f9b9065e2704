import { isBlank } from '../../../platform/visible-text.ts'
import { documentLimits, type EntryDocument, recordFields, tagProblem } from '../document/document.rules.ts'
import { happenedProblem } from '../document/happened.rules.ts'
import { contentLimit, tooLongMessage } from '../entries.rules.ts'
import * as entryMessages from '../messages.en.yaml'
import { characterCount } from '../preview.rules.ts'
import * as messages from './messages.en.yaml'

/** A term of an archive, which another server may know by another id. */
export type ArchivedTerm = { id: string; slug: string; term_name: string }

/** One Connection of a file, as `POST /api/journal-imports` takes it. */
export type ImportedEntry = EntryDocument & {
  /** A UUID of version 7: the same file has the same ids each time it is read. */
  id: string
  created_at: string
  updated_at?: string
  /** Of `linked_term_ids`. */
  terms?: ArchivedTerm[]
}

/** `requestBytes` leaves room below the server's limit for a body; one long entry may be larger than it. */
export const importLimits = { entries: 100, requestBytes: 800_000 } as const

const earliest = Date.UTC(1900, 0, 1)

/**
 * Why an entry cannot be saved. The device checks before it sends, and the server again.
 *
 * @returns a sentence
 */
export function entryProblem(entry: Omit<ImportedEntry, 'id'>, now: Date): string | undefined {
  const { content, happened, tags, record, linked_term_ids } = entry
  const problem = timeProblem(entry, now)
  if (problem) return problem
  if (isBlank(content)) return messages.noText()
  if (characterCount(content) > contentLimit) return tooLongMessage()
  if (recordFields.some((field) => characterCount(record[field]) > documentLimits.recordLength))
    return entryMessages.recordTooLong({ max: documentLimits.recordLength })
  if (linked_term_ids.length > documentLimits.terms)
    return entryMessages.tooManyTerms({ max: documentLimits.terms })
  return tagProblem(tags) ?? (happened ? happenedProblem(happened, now) : undefined)
}

/** Terms of a glossary. */
export type KnownTerms = {
  ids: ReadonlySet<string>
  bySlug: ReadonlyMap<string, string>
  byName: ReadonlyMap<string, string>
}

/** Finds each linked term by its id, or else by the slug or name that the archive has for it. `unknown` counts the others. */
export function matchTerms(
  { linked_term_ids, terms = [] }: Pick<ImportedEntry, 'linked_term_ids' | 'terms'>,
  known: KnownTerms,
): { linked_term_ids: string[]; unknown: number } {
  const matched = linked_term_ids.map((id) => {
    if (known.ids.has(id)) return id
    const term = terms.find((each) => each.id === id)
    return term && (known.bySlug.get(term.slug) ?? known.byName.get(term.term_name))
  })
  const found = matched.filter((id) => id !== undefined)
  return { linked_term_ids: [...new Set(found)], unknown: matched.length - found.length }
}

/** A change before the beginning, or in the future, is none. */
export function importedTimes(
  { created_at, updated_at = created_at }: Pick<ImportedEntry, 'created_at' | 'updated_at'>,
  now: Date,
): { created_at: string; updated_at: string } {
  const [created, updated] = [new Date(created_at), new Date(updated_at)]
  const changed = updated < created || updated > now ? created : updated
  return { created_at: created.toISOString(), updated_at: changed.toISOString() }
}

/** The bytes of an entry in a request. */
export const sizeOf = (entry: ImportedEntry): number => new TextEncoder().encode(JSON.stringify(entry)).length

/** Why an entry cannot have this time. */
export function timeProblem({ created_at }: { created_at: string }, now: Date): string | undefined {
  const time = Date.parse(created_at)
  if (Number.isNaN(time)) return messages.noDate()
  if (time > now.getTime()) return messages.inTheFuture()
  return time < earliest ? messages.tooLongAgo() : undefined
}

/** Splits entries into requests, by their number and their size. */
export function* toBatches<Found extends { entry: ImportedEntry }>(
  all: readonly Found[],
  bytesOf: (entry: ImportedEntry) => number = sizeOf,
): Generator<Found[]> {
  let batch: Found[] = []
  let bytes = 0
  for (const found of all) {
    const size = bytesOf(found.entry)
    if (
      batch.length > 0 &&
      (batch.length === importLimits.entries || bytes + size > importLimits.requestBytes)
    ) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(found)
    bytes += size
  }
  if (batch.length > 0) yield batch
}
