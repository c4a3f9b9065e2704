import { validate as isUuid, v7 as uuidv7 } from 'uuid'
import type { Database } from '../../platform/database/pool.server.ts'
import { withRowLock } from '../../platform/database/with-owner.server.ts'
import { journalAccessError, type Owner } from '../../platform/owner.ts'
import { isBlank } from '../../platform/visible-text.ts'
import type { Draft, DraftChange, ExitDraft } from './drafts.contract.ts'
import { decryptDraft, draftContext, findDraft } from './drafts.reads.server.ts'
import { draftMessages } from './drafts.rules.ts'
import type { Journal } from './encryption.reads.server.ts'
import { encryptContent, ensureDataKey } from './encryption.writes.server.ts'
import { readEntryInTransaction } from './entries.reads.server.ts'
import { isSameContent, limits } from './entries.rules.ts'

/**
 * `conflict`: another page's draft, or null when the previous revision is gone (saved or deleted), so that a late request does not
 * restore it. `nothing`: no text, or the same as the Connection. `not_found`: the edited Connection was deleted.
 */
export type DraftOutcome =
  | { outcome: 'saved'; draft: Draft }
  | { outcome: 'conflict'; current: Draft | null }
  | { outcome: 'forbidden'; reason: string }
  | { outcome: 'nothing' | 'not_found' | 'undecryptable' }

/**
 * Saves an encrypted draft. It does not check that the linked term still exists.
 *
 * @param rawId of the edited Connection, or the id that a new one will have
 */
export async function saveDraft(
  journal: Journal,
  owner: Owner,
  rawId: string,
  change: DraftChange,
): Promise<DraftOutcome> {
  const reason = journalAccessError(owner)
  if (reason) return { outcome: 'forbidden', reason }
  if (!isUuid(rawId)) return { outcome: 'not_found' }
  // As PostgreSQL returns it: the encryption context must match.
  const id = rawId.toLowerCase()
  const { revision, ...plaintext } = change
  return withRowLock(journal.database, owner, id, async (own) => {
    const entry = await readEntryInTransaction(own, journal, owner, id)
    if (entry.outcome === 'not_found' && plaintext.entry_revision !== null) return entry
    const row = await findDraft(own, owner, id)
    const settled = row
      ? await compareWithStored(own, journal, owner, row, change)
      : revision === null
        ? undefined
        : deletedConflict
    if (settled) return settled
    if (isBlank(plaintext.content) || (entry.outcome === 'found' && isSameContent(entry.entry, plaintext))) {
      await deleteDraftRow(own, owner, id)
      return { outcome: 'nothing' }
    }
    if (!row && (await isDraftLimitReached(own, owner)))
      return { outcome: 'forbidden', reason: draftMessages.full }
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
    const draft = await decryptDraft(own, journal, owner, saved)
    if (!draft) throw new Error('what was just saved does not open')
    return { outcome: 'saved', draft }
  })
}

/**
 * Saves the last autosave of a page that exits. A conflict, or a deleted Connection, makes it a new draft, because nobody can choose.
 *
 * @returns whether it was saved
 */
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

/** Deletes a draft. Idempotent; also allowed for restricted users and without a plan. */
export async function deleteDraft(
  { database }: Pick<Journal, 'database'>,
  owner: Owner,
  id: string,
): Promise<void> {
  if (!isUuid(id)) return
  await withRowLock(database, owner, id, async (own) => {
    await deleteDraftRow(own, owner, id)
  })
}

const deleteDraftRow = (own: Database, { user_id }: Owner, id: string) =>
  own.deleteFrom('journal_drafts').where('user_id', '=', user_id).where('id', '=', id).execute()

/** Applies to new drafts only: existing ones can still be saved. */
async function isDraftLimitReached(own: Database, { user_id }: Owner): Promise<boolean> {
  const { count } = await own
    .selectFrom('journal_drafts')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return Number(count) >= limits.drafts
}

const deletedConflict: DraftOutcome = { outcome: 'conflict', current: null }

/** @returns the outcome when the existing draft stays; undefined when the new one replaces it */
async function compareWithStored(
  own: Database,
  journal: Journal,
  owner: Owner,
  row: NonNullable<Awaited<ReturnType<typeof findDraft>>>,
  { revision, ...plaintext }: DraftChange,
): Promise<DraftOutcome | undefined> {
  const current = await decryptDraft(own, journal, owner, row)
  if (!current) return { outcome: 'undecryptable' }
  if (plaintext.writer !== null && plaintext.writer === current.writer) {
    return plaintext.sequence > current.sequence ? undefined : { outcome: 'saved', draft: current }
  }
  if (revision === current.revision) return undefined
  return isSameContent(current, plaintext)
    ? { outcome: 'saved', draft: current }
    : { outcome: 'conflict', current }
}
