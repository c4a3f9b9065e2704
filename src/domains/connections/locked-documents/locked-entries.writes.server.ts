import type { QueryCreator } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Database } from '../../../platform/database/pool.server.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { withRowLock } from '../../../platform/database/with-owner.server.ts'
import { journalAccessError, type Owner } from '../../../platform/owner.ts'
import { firstReadable, type Journal } from '../encryption.reads.server.ts'
import type { Entry, LockedChange, LockedNewEntry } from '../entries.contract.ts'
import { decryptEntries, readEntryInTransaction } from '../entries.reads.server.ts'
import { checkQuota, deletingDraft, type WriteOutcome } from '../entries.writes.server.ts'
import { versionLimits } from '../history/versions.rules.ts'
import {
  copyingVersion,
  isVersionQuotaUsed,
  removeSurplusVersions,
} from '../history/versions.writes.server.ts'
import type { Locked } from '../lock/lock.contract.ts'
import { readEnvelope, wrongLock } from '../lock/locks.reads.server.ts'
import { envelopeLimits, toHour } from '../lock/locks.rules.ts'
import * as messages from '../messages.en.yaml'

/** Saves a new Connection that the browser encrypted, and deletes its draft. `already`: the same envelope, sent again. */
export async function saveLockedEntry(
  journal: Journal,
  owner: Owner,
  { id, locked, keeps_draft }: LockedNewEntry,
): Promise<WriteOutcome> {
  const reason = journalAccessError(owner)
  if (reason) return { outcome: 'forbidden', reason }
  const sealed = readEnvelope(locked, envelopeLimits.entry)
  if (!sealed) return { outcome: 'invalid', reason: messages.noEnvelope() }
  return withRowLock(journal.database, owner, id, async (own) => {
    const wrong = await wrongLock(own, owner, locked)
    if (wrong) return wrong
    const now = journal.clock.now()
    const { isSaved, quotaMessage } = await checkQuota(own, owner, id, now)
    if (isSaved) {
      const current = await readEntryInTransaction(own, journal, owner, id)
      return current.outcome === 'found' ? alreadyOrConflict(current.entry, locked) : current
    }
    if (quotaMessage) return { outcome: 'forbidden', reason: quotaMessage }
    const { user_id } = owner
    const time = toHour(now)
    const row = await (keeps_draft ? own : deletingDraft(own, owner, id))
      .insertInto('journal_entries')
      .values({
        ...{ user_id, id, revision: 1, entry_type: null, sealed, lock_id: locked.lock_id },
        ...{ created_at: time, updated_at: time },
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return savedRow(own, journal, owner, row)
  })
}

/** Replaces a Connection by what the browser encrypted, copies the version before as it is, and deletes the draft. */
export async function changeLockedEntry(
  journal: Journal,
  owner: Owner,
  id: string,
  { locked, revision, keeps_draft }: LockedChange,
): Promise<WriteOutcome> {
  const reason = journalAccessError(owner)
  if (reason) return { outcome: 'forbidden', reason }
  if (!isUuid(id)) return { outcome: 'not_found' }
  const sealed = readEnvelope(locked, envelopeLimits.entry)
  if (!sealed) return { outcome: 'invalid', reason: messages.noEnvelope() }
  return withRowLock(journal.database, owner, id, async (own) => {
    const wrong = await wrongLock(own, owner, locked)
    if (wrong) return wrong
    const current = await readEntryInTransaction(own, journal, owner, id)
    if (current.outcome !== 'found') return current
    const { entry } = current
    if (revision !== entry.revision) return alreadyOrConflict(entry, locked)
    const now = journal.clock.now()
    if (await isVersionQuotaUsed(own, owner, now))
      return { outcome: 'forbidden', reason: messages.fullDayChanges({ max: versionLimits.day }) }
    const rowKey = { user_id: owner.user_id, id: entry.id, revision: entry.revision + 1 }
    const query: QueryCreator<Tables> = keeps_draft ? own : deletingDraft(own, owner, id)
    const row = await copyingVersion(query, rowKey, toHour(now))
      .updateTable('journal_entries')
      .set({
        ...{ revision: rowKey.revision, entry_type: null, sealed, lock_id: locked.lock_id },
        // One that the server encrypted has the exact time.
        ...{ created_at: toHour(new Date(entry.created_at)), updated_at: toHour(now) },
      })
      .where('user_id', '=', owner.user_id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!row) return { outcome: 'not_found' }
    if (rowKey.revision > versionLimits.entry) await removeSurplusVersions(own, rowKey, now)
    return savedRow(own, journal, owner, row)
  })
}

/** A repeated request has the same bytes: each envelope has a random nonce. */
const alreadyOrConflict = (entry: Entry, { lock_id, data }: Locked): WriteOutcome =>
  entry.locked?.lock_id === lock_id && entry.locked.data === data
    ? { outcome: 'already', entry }
    : { outcome: 'conflict', current: entry }

async function savedRow(
  own: Database,
  journal: Journal,
  owner: Owner,
  row: Parameters<typeof decryptEntries>[3][number],
): Promise<WriteOutcome> {
  const entry = firstReadable(await decryptEntries(own, journal, owner, [row]))
  if (!entry) throw new Error('a locked row came back without its envelope')
  return { outcome: 'saved', entry }
}
