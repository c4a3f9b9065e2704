import { validate as isUuid, v7 as uuidv7 } from 'uuid'
import type { Database } from '../../platform/database/pool.server.ts'
import { withRowLock } from '../../platform/database/with-owner.server.ts'
import { journalAccessError, type Owner } from '../../platform/owner.ts'
import { isBlank } from '../../platform/visible-text.ts'
import type { Draft, DraftChange, ExitDraft } from './drafts.contract.ts'
import { countOwnDrafts, decryptDrafts, draftContext, findDraft } from './drafts.reads.server.ts'
import { firstDecrypted, type Journal } from './encryption.reads.server.ts'
import { encryptContent, ensureDataKey } from './encryption.writes.server.ts'
import { readEntryInTransaction } from './entries.reads.server.ts'
import { isSameContent, limits } from './entries.rules.ts'
import * as messages from './messages.en.yaml'

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
  const { revision, ...plaintext } = change
  return withRowLock(journal.database, owner, id, async (own) => {
    const entry = await readEntryInTransaction(own, journal, owner, id)
    if (entry.outcome === 'not_found' && plaintext.entry_revision !== null) return entry
    const row = await findDraft(own, owner, id)
    if (!row && revision !== null) return { outcome: 'conflict', current: null }
    const settled = row && (await compareWithStored(own, journal, owner, row, change))
    if (settled) return settled
    if (isBlank(plaintext.content) || (entry.outcome === 'found' && isSameContent(entry.entry, plaintext))) {
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
    const values = {
      ...rowKey,
      entry_id: entry.outcome === 'not_found' ? null : id,
      sealed: encryptContent(key, plaintext, draftContext(rowKey)),
      updated_at: now,
    }
    const saved = await own
      .insertInto('journal_drafts')
      .values(values)
      .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(values))
      .returningAll()
      .executeTakeFirstOrThrow()
    const draft = firstDecrypted(await decryptDrafts(own, journal, owner, [saved]))
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
  { revision, ...plaintext }: DraftChange,
): Promise<DraftOutcome | undefined> {
  const current = firstDecrypted(await decryptDrafts(own, journal, owner, [row]))
  if (!current) return { outcome: 'undecryptable' }
  if (plaintext.writer !== null && plaintext.writer === current.writer) {
    return plaintext.sequence > current.sequence ? undefined : { outcome: 'saved', draft: current }
  }
  if (revision === current.revision) return undefined
  return isSameContent(current, plaintext)
    ? { outcome: 'saved', draft: current }
    : { outcome: 'conflict', current }
}
