import { validate as isUuid } from 'uuid'
import type { Database } from '../../../platform/database/pool.server.ts'
import { withRowLock } from '../../../platform/database/with-owner.server.ts'
import { journalAccessError, type Owner } from '../../../platform/owner.ts'
import type { Draft, LockedDraftChange } from '../drafts/drafts.contract.ts'
import { countOwnDrafts, decryptDrafts, findDraft } from '../drafts/drafts.reads.server.ts'
import type { DraftOutcome } from '../drafts/drafts.writes.server.ts'
import { firstReadable, type Journal } from '../encryption.reads.server.ts'
import { readEntryInTransaction } from '../entries.reads.server.ts'
import { limits } from '../entries.rules.ts'
import { readEnvelope, wrongLock } from '../lock/locks.reads.server.ts'
import { envelopeLimits, toHour } from '../lock/locks.rules.ts'
import * as messages from '../messages.en.yaml'

/** Saves a draft that the browser encrypted. The browser deletes an empty one, which the server cannot see. */
export async function saveLockedDraft(
  journal: Journal,
  owner: Owner,
  id: string,
  change: LockedDraftChange,
): Promise<DraftOutcome> {
  const reason = journalAccessError(owner)
  if (reason) return { outcome: 'forbidden', reason }
  if (!isUuid(id)) return { outcome: 'not_found' }
  const { locked, writer, sequence } = change
  const sealed = readEnvelope(locked, envelopeLimits.draft)
  // The envelope is bound to the id as it was sent.
  if (!sealed || id !== id.toLowerCase()) return { outcome: 'invalid', reason: messages.noEnvelope() }
  return withRowLock(journal.database, owner, id, async (own) => {
    const wrong = await wrongLock(own, owner, locked)
    if (wrong) return wrong
    const entry = await readEntryInTransaction(own, journal, owner, id)
    if (entry.outcome === 'not_found' && change.entry_revision !== null) return entry
    const row = await findDraft(own, owner, id)
    if (row?.hidden || (!row && change.revision !== null)) return { outcome: 'conflict', current: null }
    const current = row && firstReadable(await decryptDrafts(own, journal, owner, [row]))
    if (row && !current) return { outcome: 'undecryptable' }
    const settled = current && compare(current, change)
    if (settled) return settled
    if (!row && (await countOwnDrafts(own, owner, 'all')) >= limits.drafts)
      return { outcome: 'forbidden', reason: messages.draftsFull({ max: limits.drafts }) }
    const time = toHour(journal.clock.now())
    const values = {
      ...{ user_id: owner.user_id, id, revision: (row?.revision ?? 0) + 1 },
      ...{ sealed, lock_id: locked.lock_id, writer, sequence },
      ...{ created_at: row ? toHour(row.created_at) : time, updated_at: time },
      entry_id: entry.outcome === 'not_found' ? null : id,
    }
    return { outcome: 'saved', draft: await upsert(own, journal, owner, values) }
  })
}

/** Returns undefined when the new draft replaces the stored one. */
function compare(current: Draft, change: LockedDraftChange): DraftOutcome | undefined {
  const saved = { outcome: 'saved', draft: current } as const
  if (change.writer === current.writer) return change.sequence > current.sequence ? undefined : saved
  if (change.revision === current.revision) return undefined
  return { outcome: 'conflict', current }
}

async function upsert(
  own: Database,
  journal: Journal,
  owner: Owner,
  values: Parameters<ReturnType<typeof insertDraft>['values']>[0] & object,
): Promise<Draft> {
  const row = await insertDraft(own)
    .values(values)
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(values as never))
    .returningAll()
    .executeTakeFirstOrThrow()
  const draft = firstReadable(await decryptDrafts(own, journal, owner, [row]))
  if (!draft) throw new Error('a locked row came back without its envelope')
  return draft
}

const insertDraft = (own: Database) => own.insertInto('journal_drafts')
