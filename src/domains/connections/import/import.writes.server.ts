import { sql } from 'kysely'
import type { Database } from '../../../platform/database/pool.server.ts'
import { withRowLock } from '../../../platform/database/with-owner.server.ts'
import { journalAccessError, type Owner } from '../../../platform/owner.ts'
import { readTermIds } from '../../glossary/terms.reads.server.ts'
import { changeDocument, emptyDocument } from '../document/document.rules.ts'
import { entryContext, type Journal } from '../encryption.reads.server.ts'
import { encryptDocument, ensureDataKey } from '../encryption.writes.server.ts'
import { entryTypeOf, limits } from '../entries.rules.ts'
import { notSetAside, readEnvelope, wrongLock } from '../lock/locks.reads.server.ts'
import { envelopeLimits, toHour } from '../lock/locks.rules.ts'
import * as entryMessages from '../messages.en.yaml'
import {
  type ImportResult,
  importedEntrySchema,
  type LockedImport,
  lockedImportSchema,
} from './import.contract.ts'
import { entryProblem, type ImportedEntry, timeProblem } from './import.rules.ts'
import * as messages from './messages.en.yaml'

export type ImportOutcome =
  | { outcome: 'imported'; results: ImportResult[] }
  | { outcome: 'forbidden'; reason: string; journal_lock?: string | null }
  | { outcome: 'undecryptable' }

/**
 * Saves the entries that are new, in one transaction. An id that exists, also in the trash, stays as it is (docs/decisions/041).
 *
 * @param rawEntries as they were sent: each is checked by itself
 */
export async function importEntries(
  journal: Journal,
  owner: Owner,
  rawEntries: readonly unknown[],
): Promise<ImportOutcome> {
  const reason = journalAccessError(owner)
  if (reason) return { outcome: 'forbidden', reason }
  const now = journal.clock.now()
  const checked = rawEntries.map((raw) => checkEntry(raw, now))
  const valid = checked.flatMap((one) => ('entry' in one ? [one.entry] : []))
  const kinds = new Map(valid.map((entry) => ['locked' in entry ? entry.locked.lock_id : null, entry]))
  // One import at a time: two tabs neither save twice nor exceed the limit.
  return withRowLock(journal.database, owner, 'journal-imports', async (own) => {
    for (const entry of kinds.values()) {
      const wrong = await wrongLock(own, owner, 'locked' in entry ? entry.locked : undefined)
      if (wrong) return wrong
    }
    const { existing, hidden, total } = await readExisting(own, owner, valid)
    const added = new Map<string, ImportedEntry | LockedImport>()
    const results = checked.map((one): ImportResult => {
      if (!('entry' in one)) return one
      const { id } = one.entry
      if (hidden.has(id)) return { id, outcome: 'rejected', reason: messages.setAside() }
      if (existing.has(id) || added.has(id)) return { id, outcome: 'exists' }
      if (total + added.size >= limits.entries)
        return { id, outcome: 'rejected', reason: messages.full({ max: limits.entries }) }
      added.set(id, one.entry)
      return { id, outcome: 'saved' }
    })
    if (added.size === 0) return { outcome: 'imported', results }
    const unknownTerms = new Map<string, number>()
    const rows = await toRows(own, journal, owner, [...added.values()], unknownTerms)
    if (rows === 'undecryptable') return { outcome: 'undecryptable' }
    const inserted = await own
      .insertInto('journal_entries')
      .values(rows)
      // The form may have saved one meanwhile.
      .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
      .returning('id')
      .execute()
    const saved = new Set(inserted.map(({ id }) => id))
    return {
      outcome: 'imported',
      results: results.map((one): ImportResult => {
        if (one.outcome !== 'saved' || !one.id) return one
        if (!saved.has(one.id)) return { id: one.id, outcome: 'exists' }
        const unknown_terms = unknownTerms.get(one.id) ?? 0
        return { ...one, ...(unknown_terms > 0 && { unknown_terms }) }
      }),
    }
  })
}

/** Encrypts plain entries, and counts those of their terms that the glossary does not have. */
async function toRows(
  own: Database,
  journal: Journal,
  owner: Owner,
  entries: readonly (ImportedEntry | LockedImport)[],
  unknownTerms: Map<string, number>,
) {
  const { user_id } = owner
  const now = journal.clock.now()
  const plain = entries.filter((entry): entry is ImportedEntry => !('locked' in entry))
  const locked = entries.filter((entry): entry is LockedImport => 'locked' in entry)
  const lockedRows = locked.map((entry) => {
    const { created_at, updated_at } = timesOf(entry, now)
    return {
      ...{ user_id, id: entry.id, revision: 1, entry_type: null, lock_id: entry.locked.lock_id },
      sealed: readEnvelope(entry.locked, envelopeLimits.entry) as Buffer,
      ...{ created_at: toHour(created_at), updated_at: toHour(updated_at) },
    }
  })
  if (plain.length === 0) return lockedRows
  const key = await ensureDataKey(own, journal, owner)
  if (key === 'undecryptable') return key
  const termIds = await matchTerms(own, plain)
  const plainRows = plain.map((entry) => {
    const linked_term_ids = [...new Set(entry.linked_term_ids.flatMap((id) => termIds(entry, id)))]
    unknownTerms.set(entry.id, entry.linked_term_ids.filter((id) => termIds(entry, id).length === 0).length)
    const rowKey = { user_id, id: entry.id, revision: 1 }
    const document = changeDocument(emptyDocument, { ...entry, linked_term_ids })
    return {
      ...{ ...rowKey, entry_type: entryTypeOf(linked_term_ids), lock_id: null },
      sealed: encryptDocument(key, document, entryContext(rowKey)),
      ...timesOf(entry, now),
    }
  })
  return [...plainRows, ...lockedRows]
}

type Checked = { entry: ImportedEntry | LockedImport } | (ImportResult & { outcome: 'rejected' })

function checkEntry(raw: unknown, now: Date): Checked {
  if (Object.hasOwn(Object(raw), 'locked')) return checkLocked(raw, now)
  const parsed = importedEntrySchema.safeParse(raw)
  const id = importedEntrySchema.shape.id.safeParse(Object(raw).id).data ?? null
  if (!parsed.success) {
    const reason = parsed.error.issues[0]?.message ?? messages.unreadable()
    return { id, outcome: 'rejected', reason }
  }
  const { updated_at, terms, ...given } = parsed.data
  const { id: _, created_at, ...change } = given
  const entry: ImportedEntry = {
    ...changeDocument(emptyDocument, change),
    ...{ id: given.id, created_at },
    ...(updated_at && { updated_at }),
    ...(terms && { terms }),
  }
  const reason = entryProblem(entry, now)
  return reason ? { id, outcome: 'rejected', reason } : { entry }
}

/** The content was checked in the browser. */
function checkLocked(raw: unknown, now: Date): Checked {
  const { data } = lockedImportSchema.safeParse(raw)
  const reason = data
    ? (timeProblem(data, now) ??
      (readEnvelope(data.locked, envelopeLimits.entry) ? undefined : entryMessages.noEnvelope()))
    : messages.unreadable()
  if (data && !reason) return { entry: data }
  const id = lockedImportSchema.shape.id.safeParse(Object(raw).id).data ?? null
  return { id, outcome: 'rejected', reason: reason ?? messages.unreadable() }
}

/** In one statement, so that a Connection that moves to the trash meanwhile is in one of both. */
async function readExisting(own: Database, { user_id }: Owner, entries: readonly { id: string }[]) {
  const entriesOf = (table: 'journal_entries' | 'deleted_entries') =>
    own.selectFrom(table).where('user_id', '=', user_id)
  const ids = entries.map(({ id }) => id)
  const { total } = await entriesOf('journal_entries')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  if (ids.length === 0)
    return { existing: new Set<string>(), hidden: new Set<string>(), total: Number(total) }
  const idsIn = (table: 'journal_entries' | 'deleted_entries') =>
    entriesOf(table)
      .select(['id', sql<boolean>`not ${notSetAside(user_id)}`.as('hidden')])
      .where('id', 'in', ids)
  const rows = await idsIn('journal_entries').unionAll(idsIn('deleted_entries')).execute()
  const idsOf = (found: typeof rows) => new Set(found.map(({ id }) => id))
  return { existing: idsOf(rows), hidden: idsOf(rows.filter(({ hidden }) => hidden)), total: Number(total) }
}

/** Finds each linked term by its id, or else by the slug or name that the archive has for it. */
async function matchTerms(own: Database, entries: readonly ImportedEntry[]) {
  const archived = entries.flatMap(({ terms = [] }) => terms)
  const known = await readTermIds(own, {
    ids: entries.flatMap(({ linked_term_ids }) => linked_term_ids),
    slugs: archived.map(({ slug }) => slug),
    names: archived.map(({ term_name }) => term_name),
  })
  return ({ terms = [] }: ImportedEntry, id: string): string[] => {
    if (known.ids.has(id)) return [id]
    const term = terms.find((each) => each.id === id)
    const found = term && (known.bySlug.get(term.slug) ?? known.byName.get(term.term_name))
    return found ? [found] : []
  }
}

/** A change before the beginning, or in the future, is none. */
function timesOf({ created_at, updated_at = created_at }: ImportedEntry | LockedImport, now: Date) {
  const [created, updated] = [new Date(created_at), new Date(updated_at)]
  return { created_at: created, updated_at: updated < created || updated > now ? created : updated }
}
