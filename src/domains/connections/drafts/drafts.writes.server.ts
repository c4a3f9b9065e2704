import { validate as isUuid } from 'uuid'
import type { Database } from '../../../platform/database/pool.server.ts'
import { withRowLock } from '../../../platform/database/with-owner.server.ts'
import { journalAccessError, type Owner } from '../../../platform/owner.ts'
import { isBlank } from '../../../platform/visible-text.ts'
import {
  changeDocument,
  type EntryDocument,
  emptyDocument,
  hasDetails,
  isSameDocument,
  isWholeDocument,
} from '../document/document.rules.ts'
import { firstReadable, type Journal } from '../encryption.reads.server.ts'
import { encryptDocument, ensureDataKey } from '../encryption.writes.server.ts'
import { readEntryInTransaction } from '../entries.reads.server.ts'
import { limits } from '../entries.rules.ts'
import { notSetAside, wrongLock } from '../lock/locks.reads.server.ts'
import * as messages from '../messages.en.yaml'
import type { Draft, DraftChange } from './drafts.contract.ts'
import {
  countOwnDrafts,
  decryptDrafts,
  draftContext,
  findDraft,
  readDraftDocument,
} from './drafts.reads.server.ts'

/** `conflict` with null: the draft is gone, and a late request must not restore it. */
export type DraftOutcome =
  | { outcome: 'saved'; draft: Draft }
  | { outcome: 'conflict'; current: Draft | null }
  | { outcome: 'forbidden'; reason: string; journal_lock?: string | null }
  | { outcome: 'invalid'; reason: string }
  | { outcome: 'nothing' }
  | { outcome: 'not_found' | 'undecryptable' }

/** Saves an encrypted draft; its term may no longer exist. */
export async function saveDraft(
  journal: Journal,
  owner: Owner,
  rawId: string,
  change: DraftChange,
): Promise<DraftOutcome> {
  const reason = journalAccessError(owner)
  if (reason) return { outcome: 'forbidden', reason }
  if (!isUuid(rawId)) return { outcome: 'not_found' }
  // As in PostgreSQL: the encryption context must match.
  const id = rawId.toLowerCase()
  const { revision, entry_revision, writer, sequence } = change
  return withRowLock(journal.database, owner, id, async (own) => {
    const wrong = await wrongLock(own, owner, undefined)
    if (wrong) return wrong
    const entry = await readEntryInTransaction(own, journal, owner, id)
    if (entry.outcome === 'not_found' && entry_revision !== null) return entry
    const row = await findDraft(own, owner, id)
    if (row?.hidden || (!row && revision !== null)) return { outcome: 'conflict', current: null }
    const stored = row && (await readDraftDocument(own, journal, owner, row))
    if (row && !stored && row.lock_id === null) return { outcome: 'undecryptable' }
    const saved = entry.outcome === 'found' ? entry.document : undefined
    const isLocked = row ? !stored : entry.outcome === 'found' && !saved
    // While the journal is unlocked, a whole document can follow one that only the browser opens.
    if (isLocked && !isWholeDocument(change))
      return { outcome: 'forbidden', reason: messages.stillLocked(), journal_lock: null }
    // A page that shows only the text sends only the text.
    const document = changeDocument(stored ?? saved ?? emptyDocument, change)
    const settled = row && (await compareWithStored(own, journal, owner, row, { change, document }))
    if (settled) return settled
    const isEmpty = isBlank(document.content) && !hasDetails(document)
    if (isEmpty || (saved && isSameDocument(saved, document))) {
      await deleteDraftRow(own, owner, id)
      return { outcome: 'nothing' }
    }
    // Existing drafts can still be saved.
    if (!row && (await countOwnDrafts(own, owner, 'all')) >= limits.drafts)
      return { outcome: 'forbidden', reason: messages.draftsFull({ max: limits.drafts }) }
    const key = await ensureDataKey(own, journal, owner)
    if (key === 'undecryptable') return { outcome: 'undecryptable' }
    const now = journal.clock.now()
    const created_at = row?.created_at ?? now
    const rowKey = { user_id: owner.user_id, id, created_at, revision: (row?.revision ?? 0) + 1 }
    const origin = { entry_revision, writer, sequence }
    const values = {
      ...rowKey,
      entry_id: entry.outcome === 'not_found' ? null : id,
      sealed: encryptDocument(key, { ...document, ...origin }, draftContext(rowKey)),
      ...{ lock_id: null, writer: null, sequence: null },
      updated_at: now,
    }
    const newRow = await own
      .insertInto('journal_drafts')
      .values(values)
      .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(values))
      .returningAll()
      .executeTakeFirstOrThrow()
    const draft = firstReadable(await decryptDrafts(own, journal, owner, [newRow]))
    if (!draft) throw new Error('what was just saved does not open')
    return { outcome: 'saved', draft }
  })
}

/** Deletes a draft; idempotent. Restricted users may. */
export async function deleteDraft(
  { database }: Pick<Journal, 'database'>,
  owner: Owner,
  id: string,
): Promise<void> {
  if (!isUuid(id)) return
  await withRowLock(database, owner, id, (own) => deleteDraftRow(own, owner, id))
}

/** One of a set-aside lock stays. */
const deleteDraftRow = (own: Database, { user_id }: Owner, id: string) =>
  own
    .deleteFrom('journal_drafts')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where(notSetAside(user_id))
    .execute()

/** Returns undefined when the new draft replaces the stored one. */
async function compareWithStored(
  own: Database,
  journal: Journal,
  owner: Owner,
  row: NonNullable<Awaited<ReturnType<typeof findDraft>>>,
  { change, document }: { change: DraftChange; document: EntryDocument },
): Promise<DraftOutcome | undefined> {
  const current = firstReadable(await decryptDrafts(own, journal, owner, [row]))
  if (!current) return { outcome: 'undecryptable' }
  if (change.writer !== null && change.writer === current.writer) {
    return change.sequence > current.sequence ? undefined : { outcome: 'saved', draft: current }
  }
  if (change.revision === current.revision) return undefined
  return !current.locked && isSameDocument(current, document)
    ? { outcome: 'saved', draft: current }
    : { outcome: 'conflict', current }
}
