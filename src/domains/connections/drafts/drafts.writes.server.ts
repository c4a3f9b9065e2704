import { validate as isUuid, v7 as uuidv7 } from 'uuid'
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
} from '../document/document.rules.ts'
import { firstDecrypted, type Journal } from '../encryption.reads.server.ts'
import { encryptDocument, ensureDataKey } from '../encryption.writes.server.ts'
import { readEntryInTransaction } from '../entries.reads.server.ts'
import { limits } from '../entries.rules.ts'
import * as messages from '../messages.en.yaml'
import type { Draft, DraftChange, ExitDraft } from './drafts.contract.ts'
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
  | { outcome: 'forbidden'; reason: string }
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
    const entry = await readEntryInTransaction(own, journal, owner, id)
    if (entry.outcome === 'not_found' && entry_revision !== null) return entry
    const row = await findDraft(own, owner, id)
    if (!row && revision !== null) return { outcome: 'conflict', current: null }
    const stored = row && (await readDraftDocument(own, journal, owner, row))
    if (row && !stored) return { outcome: 'undecryptable' }
    const saved = entry.outcome === 'found' ? entry.document : undefined
    // A page that shows only the text sends only the text.
    const document = changeDocument(stored ?? saved ?? emptyDocument, change)
    const settled = row && stored && (await compareWithStored(own, journal, owner, row, { change, document }))
    if (settled) return settled
    const isEmpty = isBlank(document.content) && !hasDetails(document)
    if (isEmpty || (saved && isSameDocument(saved, document))) {
      await deleteDraftRow(own, owner, id)
      return { outcome: 'nothing' }
    }
    // Existing drafts can still be saved.
    if (!row && (await countOwnDrafts(own, owner)) >= limits.drafts)
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
      updated_at: now,
    }
    const newRow = await own
      .insertInto('journal_drafts')
      .values(values)
      .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(values))
      .returningAll()
      .executeTakeFirstOrThrow()
    const draft = firstDecrypted(await decryptDrafts(own, journal, owner, [newRow]))
    if (!draft) throw new Error('what was just saved does not open')
    return { outcome: 'saved', draft }
  })
}

/** Saves an exiting page's draft, as a new one after a conflict or deletion. Returns whether it was saved. */
export async function saveExitDraft(
  journal: Journal,
  owner: Owner,
  { id, user_id = owner.user_id, ...change }: ExitDraft,
): Promise<boolean> {
  if (user_id !== owner.user_id) return false
  let result = await saveDraft(journal, owner, id, change)
  if (result.outcome === 'conflict' || result.outcome === 'not_found')
    result = await saveDraft(journal, owner, uuidv7(), { ...change, entry_revision: null, revision: null })
  return result.outcome === 'saved'
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

const deleteDraftRow = (own: Database, { user_id }: Owner, id: string) =>
  own.deleteFrom('journal_drafts').where('user_id', '=', user_id).where('id', '=', id).execute()

/** Returns undefined when the new draft replaces the stored one. */
async function compareWithStored(
  own: Database,
  journal: Journal,
  owner: Owner,
  row: NonNullable<Awaited<ReturnType<typeof findDraft>>>,
  { change, document }: { change: DraftChange; document: EntryDocument },
): Promise<DraftOutcome | undefined> {
  const current = firstDecrypted(await decryptDrafts(own, journal, owner, [row]))
  if (!current) return { outcome: 'undecryptable' }
  if (change.writer !== null && change.writer === current.writer) {
    return change.sequence > current.sequence ? undefined : { outcome: 'saved', draft: current }
  }
  if (change.revision === current.revision) return undefined
  return isSameDocument(current, document)
    ? { outcome: 'saved', draft: current }
    : { outcome: 'conflict', current }
}
