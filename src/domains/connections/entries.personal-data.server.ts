import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { withOwner } from '../../platform/database/with-owner.server.ts'
import type { Owner } from '../../platform/owner.ts'
import type { Draft } from './drafts/drafts.contract.ts'
import { decryptDrafts } from './drafts/drafts.reads.server.ts'
import type { Journal } from './encryption.reads.server.ts'
import type { Entry } from './entries.contract.ts'
import { decryptEntries } from './entries.reads.server.ts'
import type { ExportedVersion } from './history/versions.contract.ts'
import { decryptVersions, type VersionRow } from './history/versions.reads.server.ts'
import type { LockRow } from './lock/lock.contract.ts'
import { listLocks, notSetAside } from './lock/locks.reads.server.ts'
import { listLockRows } from './move-rows/lock-rows.reads.server.ts'
import type { DeletedEntry } from './trash/trash.contract.ts'
import { listTrash } from './trash/trash.reads.server.ts'

/** Personal data, deleted by cascade. @public for test/architecture/data-retention.db.test.ts */
export const keeps = [
  'data_keys',
  'journal_entries',
  'journal_drafts',
  'deleted_entries',
  'entry_versions',
  'journal_locks',
] as const

const batchSize = 20

type Cursor = Pick<Selectable<Tables['journal_entries']>, 'created_at' | 'id'>

/**
 * Exports in batches, a transaction each: a slow reader blocks nothing.
 *
 * @throws when the key is undecryptable: an archive without texts would look complete
 */
export async function* exportEntries(journal: Journal, owner: Owner): AsyncGenerator<Entry[]> {
  let cursor: Cursor | undefined
  do {
    const after = cursor
    const { rows, entries } = await withOwner(journal.database, owner, async (own) => {
      let query = own
        .selectFrom('journal_entries')
        .selectAll()
        .where('user_id', '=', owner.user_id)
        .where(notSetAside(owner.user_id))
      if (after)
        query = query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('created_at', 'id'), '>', tuple(after.created_at, after.id)),
        )
      const rows = await query.orderBy('created_at').orderBy('id').limit(batchSize).execute()
      return { rows, entries: await decryptEntries(own, journal, owner, rows) }
    })
    if (entries === 'undecryptable') throw new Error('the data key does not open')
    if (entries.length > 0) yield entries
    cursor = rows.length === batchSize ? rows.at(-1) : undefined
  } while (cursor)
}

/** Exports the trash, in batches. @throws as `exportEntries` */
export async function* exportDeletedEntries(journal: Journal, owner: Owner): AsyncGenerator<DeletedEntry[]> {
  let after: Pick<DeletedEntry, 'deleted_at' | 'id'> | undefined
  do {
    const batch = await listTrash(journal, owner, after)
    if (batch.outcome === 'undecryptable') throw new Error('the data key does not open')
    if (batch.entries.length > 0) yield batch.entries
    after = batch.next
  } while (after)
}

/** Exports earlier versions, also of what is in the trash, by Connection and in order. @throws as `exportEntries` */
export async function* exportVersions(journal: Journal, owner: Owner): AsyncGenerator<ExportedVersion[]> {
  let cursor: VersionRow | undefined
  do {
    const after = cursor
    const { rows, versions } = await withOwner(journal.database, owner, async (own) => {
      let query = own
        .selectFrom('entry_versions')
        .selectAll()
        .where('user_id', '=', owner.user_id)
        .where(notSetAside(owner.user_id))
      if (after)
        query = query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('id', 'revision'), '>', tuple(after.id, after.revision)),
        )
      const rows = await query.orderBy('id').orderBy('revision').limit(batchSize).execute()
      return { rows, versions: await decryptVersions(own, journal, owner, rows) }
    })
    if (versions === 'undecryptable') throw new Error('the data key does not open')
    const deletedAt = (index: number) => rows[index]?.deleted_at?.toISOString() ?? null
    if (versions.length > 0)
      yield versions.map((version, index) => ({ ...version, deleted_at: deletedAt(index) }))
    cursor = rows.length === batchSize ? rows.at(-1) : undefined
  } while (cursor)
}

/** Exports every draft. @throws as `exportEntries` */
export async function exportDrafts(journal: Journal, owner: Owner): Promise<Draft[]> {
  return withOwner(journal.database, owner, async (own) => {
    const rows = await own
      .selectFrom('journal_drafts')
      .selectAll()
      .where('user_id', '=', owner.user_id)
      .where(notSetAside(owner.user_id))
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    const drafts = await decryptDrafts(own, journal, owner, rows)
    if (drafts === 'undecryptable') throw new Error('the data key does not open')
    return drafts
  })
}

/** Exports the locks with their keyrings, without which what they encrypt could never be opened. */
export async function exportLocks(journal: Journal, owner: Owner) {
  const { locks } = await listLocks(journal, owner)
  const times = await withOwner(journal.database, owner, (own) =>
    own
      .selectFrom('journal_locks')
      .select(['id', 'changed_at'])
      .where('user_id', '=', owner.user_id)
      .execute(),
  )
  const changes = new Map(times.map(({ id, changed_at }) => [id, changed_at.toISOString()]))
  return locks.map((lock) => ({ ...lock, changed_at: changes.get(lock.id) ?? '' }))
}

/** Exports rows that nobody can open for now, in batches, as they are stored. */
export async function* exportSetAside(
  journal: Journal,
  owner: Owner,
  locks: readonly { id: string }[],
): AsyncGenerator<LockRow[]> {
  for (const { id } of locks) {
    let after: string | undefined
    do {
      const page = await listLockRows(journal, owner, id, after)
      if (page.outcome !== 'listed') throw new Error('a lock went away during the export')
      if (page.rows.length > 0) yield page.rows
      after = page.next ?? undefined
    } while (after)
  }
}
