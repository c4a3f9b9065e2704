import type { Database } from '../../../platform/database/pool.server.ts'
import { withRowLock } from '../../../platform/database/with-owner.server.ts'
import { journalAccessError, type Owner } from '../../../platform/owner.ts'
import { readTermIds } from '../../glossary/terms.reads.server.ts'
import { changeDocument, emptyDocument } from '../document/document.rules.ts'
import { entryContext, type Journal } from '../encryption.reads.server.ts'
import { encryptDocument, ensureDataKey } from '../encryption.writes.server.ts'
import { entryTypeOf, limits } from '../entries.rules.ts'
import { type ImportResult, importedEntrySchema } from './import.contract.ts'
import { entryProblem, type ImportedEntry } from './import.rules.ts'
import * as messages from './messages.en.yaml'

export type ImportOutcome =
  | { outcome: 'imported'; results: ImportResult[] }
  | { outcome: 'forbidden'; reason: string }
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
  // One import at a time: two tabs neither save twice nor exceed the limit.
  return withRowLock(journal.database, owner, 'journal-imports', async (own) => {
    const { existing, total } = await readExisting(own, owner, valid)
    const added = new Map<string, ImportedEntry>()
    const results = checked.map((one): ImportResult => {
      if (!('entry' in one)) return one
      const { id } = one.entry
      if (existing.has(id) || added.has(id)) return { id, outcome: 'exists' }
      if (total + added.size >= limits.entries)
        return { id, outcome: 'rejected', reason: messages.full({ max: limits.entries }) }
      added.set(id, one.entry)
      return { id, outcome: 'saved' }
    })
    if (added.size === 0) return { outcome: 'imported', results }
    const key = await ensureDataKey(own, journal, owner)
    if (key === 'undecryptable') return { outcome: 'undecryptable' }
    const termIds = await matchTerms(own, [...added.values()])
    const unknownTerms = new Map<string, number>()
    const rows = [...added.values()].map((entry) => {
      const linked_term_ids = [...new Set(entry.linked_term_ids.flatMap((id) => termIds(entry, id)))]
      unknownTerms.set(entry.id, entry.linked_term_ids.filter((id) => termIds(entry, id).length === 0).length)
      const rowKey = { user_id: owner.user_id, id: entry.id, revision: 1 }
      const document = changeDocument(emptyDocument, { ...entry, linked_term_ids })
      return {
        ...rowKey,
        entry_type: entryTypeOf(linked_term_ids),
        sealed: encryptDocument(key, document, entryContext(rowKey)),
        ...timesOf(entry, now),
      }
    })
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

type Checked = { entry: ImportedEntry } | (ImportResult & { outcome: 'rejected' })

function checkEntry(raw: unknown, now: Date): Checked {
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

/** In one statement, so that a Connection that moves to the trash meanwhile is in one of both. */
async function readExisting(own: Database, { user_id }: Owner, entries: readonly ImportedEntry[]) {
  const entriesOf = (table: 'journal_entries' | 'deleted_entries') =>
    own.selectFrom(table).where('user_id', '=', user_id)
  const ids = entries.map(({ id }) => id)
  const { total } = await entriesOf('journal_entries')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  if (ids.length === 0) return { existing: new Set<string>(), total: Number(total) }
  const rows = await entriesOf('journal_entries')
    .select('id')
    .where('id', 'in', ids)
    .unionAll(entriesOf('deleted_entries').select('id').where('id', 'in', ids))
    .execute()
  return { existing: new Set(rows.map(({ id }) => id)), total: Number(total) }
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
function timesOf({ created_at, updated_at = created_at }: ImportedEntry, now: Date) {
  const [created, updated] = [new Date(created_at), new Date(updated_at)]
  return { created_at: created, updated_at: updated < created || updated > now ? created : updated }
}
