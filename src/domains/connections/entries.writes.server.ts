import type { QueryCreator } from 'kysely'
import { validate as isUuid, v7 as uuidv7 } from 'uuid'
import type { Database } from '../../platform/database/pool.server.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { withRowLock } from '../../platform/database/with-owner.server.ts'
import { journalAccessError, type Owner } from '../../platform/owner.ts'
import { readTermsById } from '../glossary/terms.reads.server.ts'
import {
  changeDocument,
  type EntryDocument,
  emptyDocument,
  isSameDocument,
  isWholeDocument,
} from './document/document.rules.ts'
import { entryContext, firstDecrypted, type Journal } from './encryption.reads.server.ts'
import { encryptDocument, ensureDataKey } from './encryption.writes.server.ts'
import type { DecryptedEntry, Entry, EntryChange, NewEntry } from './entries.contract.ts'
import { decryptEntries, readEntryInTransaction } from './entries.reads.server.ts'
import { entryTypeOf, limits } from './entries.rules.ts'
import { versionLimits } from './history/versions.rules.ts'
import {
  copyingVersion,
  isVersionQuotaUsed,
  removeSurplusVersions,
} from './history/versions.writes.server.ts'
import { wrongLock } from './lock/locks.reads.server.ts'
import * as messages from './messages.en.yaml'

/** `undecryptable`: nothing was changed. `journal_lock`: the lock that the text must be encrypted for (docs/decisions/042). */
export type WriteOutcome<Saved extends Entry = Entry> =
  | { outcome: 'saved' | 'already'; entry: Saved }
  | { outcome: 'conflict'; current: Entry }
  | { outcome: 'forbidden'; reason: string; journal_lock?: string | null }
  | { outcome: 'invalid'; reason: string }
  | { outcome: 'no_such_term' | 'not_found' | 'undecryptable' }

/** Saves a new Connection and deletes its draft. `already`: a retry with the same id and content. */
export async function saveEntry(
  journal: Journal,
  owner: Owner,
  input: NewEntry,
): Promise<WriteOutcome<DecryptedEntry>> {
  const reason = journalAccessError(owner)
  if (reason) return { outcome: 'forbidden', reason }
  const { user_id } = owner
  const { id = uuidv7(), keeps_draft } = input
  const document = changeDocument(emptyDocument, input)
  return withRowLock(journal.database, owner, id, async (own) => {
    const now = journal.clock.now()
    const wrong = await wrongLock(own, owner, undefined)
    if (wrong) return wrong
    const { isSaved, quotaMessage, wrapped: wrappedKey } = await checkQuota(own, owner, id, now)
    if (isSaved) {
      const current = await readEntryInTransaction(own, journal, owner, id)
      if (current.outcome !== 'found') return current
      return alreadyOrConflict(current, document)
    }
    if (!(await areTerms(own, document.linked_term_ids))) return { outcome: 'no_such_term' }
    if (quotaMessage) return { outcome: 'forbidden', reason: quotaMessage }
    const key = await ensureDataKey(own, journal, owner, wrappedKey)
    if (key === 'undecryptable') return { outcome: 'undecryptable' }
    const rowKey = { user_id, id, revision: 1 }
    const row = await (keeps_draft ? own : deletingDraft(own, owner, id))
      .insertInto('journal_entries')
      .values({
        ...rowKey,
        entry_type: entryTypeOf(document.linked_term_ids),
        sealed: encryptDocument(key, document, entryContext(rowKey)),
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return savedOutcome(await decryptEntries(own, journal, owner, [row]))
  })
}

/** Updates a Connection, copies the version before, and deletes the draft. `already`: a stale revision with the same content, a retry. */
export async function changeEntry(
  journal: Journal,
  owner: Owner,
  id: string,
  change: EntryChange,
): Promise<WriteOutcome<DecryptedEntry>> {
  const reason = journalAccessError(owner)
  if (reason) return { outcome: 'forbidden', reason }
  if (!isUuid(id)) return { outcome: 'not_found' }
  return withRowLock(journal.database, owner, id, async (own) => {
    const wrong = await wrongLock(own, owner, undefined)
    if (wrong) return wrong
    const current = await readEntryInTransaction(own, journal, owner, id)
    if (current.outcome !== 'found') return current
    const { entry } = current
    const base = current.document ?? (isWholeDocument(change) ? emptyDocument : undefined)
    if (!base) return { outcome: 'forbidden', reason: messages.stillLocked(), journal_lock: null }
    const document = changeDocument(base, change)
    if (change.revision !== entry.revision) return alreadyOrConflict(current, document)
    // An old link may lead to a term that the glossary no longer has.
    const added = document.linked_term_ids.filter((id) => !entry.linked_term_ids.includes(id))
    if (!(await areTerms(own, added))) return { outcome: 'no_such_term' }
    const now = journal.clock.now()
    // A save that changes nothing needs no copy.
    const copies = !current.document || !isSameDocument(current.document, document)
    if (copies && (await isVersionQuotaUsed(own, owner, now)))
      return { outcome: 'forbidden', reason: messages.fullDayChanges({ max: versionLimits.day }) }
    const key = await ensureDataKey(own, journal, owner)
    if (key === 'undecryptable') return { outcome: 'undecryptable' }
    // Not `id`: the encryption context needs the stored spelling.
    const rowKey = { user_id: owner.user_id, id: entry.id, revision: entry.revision + 1 }
    const query: QueryCreator<Tables> = change.keeps_draft ? own : deletingDraft(own, owner, id)
    const row = await (copies ? copyingVersion(query, rowKey, now) : query)
      .updateTable('journal_entries')
      .set({
        revision: rowKey.revision,
        entry_type: entryTypeOf(document.linked_term_ids),
        sealed: encryptDocument(key, document, entryContext(rowKey)),
        lock_id: null,
        updated_at: now,
      })
      .where('user_id', '=', owner.user_id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    // Only deleting the account can come in between.
    if (!row) return { outcome: 'not_found' }
    if (copies && rowKey.revision > versionLimits.entry) await removeSurplusVersions(own, rowKey, now)
    return savedOutcome(await decryptEntries(own, journal, owner, [row]))
  })
}

function alreadyOrConflict(
  { entry, document: stored }: { entry: Entry; document: EntryDocument | undefined },
  document: EntryDocument,
): WriteOutcome<DecryptedEntry> {
  if (!stored || !isSameDocument(stored, document)) return { outcome: 'conflict', current: entry }
  return { outcome: 'already', entry: { ...entry, content: stored.content } }
}

/** A draft that arrives during the save waits for `withRowLock`, and then finds the Connection. */
export const deletingDraft = (own: Database, { user_id }: Owner, id: string) =>
  own.with('deleted', (drafts) =>
    drafts.deleteFrom('journal_drafts').where('user_id', '=', user_id).where('id', '=', id),
  )

/** In one query: the counts for the quota, whether the id is saved, and the wrapped key. Index-only scans, so no counter is stored. */
export async function checkQuota(own: Database, { user_id }: Owner, id: string, now: Date) {
  const entries = own.selectFrom('journal_entries').where('user_id', '=', user_id)
  const count = own.fn.countAll<string>().as('count')
  const { total, lastDay, isSaved, ...wrappedKey } = await own
    .selectNoFrom(({ exists }) => [
      entries.select(count).as('total'),
      entries
        .select(count)
        .where('created_at', '>', new Date(now.getTime() - day))
        .as('lastDay'),
      exists(entries.select('id').where('id', '=', id)).as('isSaved'),
      own.selectFrom('data_keys').select('key_id').where('user_id', '=', user_id).as('key_id'),
      own.selectFrom('data_keys').select('wrapped').where('user_id', '=', user_id).as('wrapped'),
    ])
    .executeTakeFirstOrThrow()
  const quotaMessage =
    (Number(total) >= limits.entries && messages.full({ max: limits.entries })) ||
    (Number(lastDay) >= limits.entriesADay && messages.fullDay({ max: limits.entriesADay }))
  return { isSaved, quotaMessage, wrapped: wrappedKey }
}

const day = 24 * 60 * 60 * 1000

const areTerms = async (own: Database, ids: string[]) =>
  ids.length === 0 || (await readTermsById(own, ids)).size === ids.length

/** Throwing rolls the transaction back. */
function savedOutcome(saved: Entry[] | 'undecryptable'): WriteOutcome<DecryptedEntry> {
  const entry = firstDecrypted(saved)
  if (!entry) throw new Error('what was just saved does not open')
  return { outcome: 'saved', entry }
}
