import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Database } from '../../../platform/database/pool.server.ts'
import { withOwner, withRowLock } from '../../../platform/database/with-owner.server.ts'
import { journalAccessError, type Owner } from '../../../platform/owner.ts'
import type { Journal } from '../encryption.reads.server.ts'
import { limits } from '../entries.rules.ts'
import { moveVersionsToTrash, restoreVersions } from '../history/versions.writes.server.ts'
import { notSetAside, timeOfChange } from '../lock/locks.reads.server.ts'
import * as messages from '../messages.en.yaml'

type Deps = Pick<Journal, 'database' | 'clock'>

const columns = [
  'user_id',
  'id',
  'revision',
  'entry_type',
  'sealed',
  'lock_id',
  'created_at',
  'updated_at',
] as const

/** Moves a Connection to the trash with its versions, and deletes its draft; restricted users may. Returns whether it existed. */
export async function deleteEntry({ database, clock }: Deps, owner: Owner, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  return withRowLock(database, owner, id, async (own) => {
    const now = clock.now()
    const deleted = await own
      .with('moved', (own) =>
        own
          .deleteFrom('journal_entries')
          .where('user_id', '=', owner.user_id)
          .where('id', '=', id)
          .where(notSetAside(owner.user_id))
          .returning([...columns]),
      )
      .insertInto('deleted_entries')
      .columns([...columns, 'deleted_at'])
      .expression((from) => from.selectFrom('moved').select([...columns, timeOfChange(now).as('deleted_at')]))
      // One with the same id was deleted before, and then saved again.
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'id']).doUpdateSet(({ ref }) => ({
          revision: ref('excluded.revision'),
          entry_type: ref('excluded.entry_type'),
          sealed: ref('excluded.sealed'),
          lock_id: ref('excluded.lock_id'),
          created_at: ref('excluded.created_at'),
          updated_at: ref('excluded.updated_at'),
          deleted_at: ref('excluded.deleted_at'),
        })),
      )
      .returning('deleted_at')
      .executeTakeFirst()
    if (deleted) await moveVersionsToTrash(own, { user_id: owner.user_id, id }, deleted.deleted_at)
    return deleted !== undefined
  })
}

export type RestoreOutcome =
  | { outcome: 'restored' }
  | { outcome: 'not_found' }
  | { outcome: 'forbidden'; reason: string }

/**
 * Moves a Connection back with its versions; a request that is sent again finds it there. One that was saved again under its id meanwhile stays, and so does
 * the deleted one.
 */
export async function restoreEntry({ database }: Deps, owner: Owner, id: string): Promise<RestoreOutcome> {
  const reason = journalAccessError(owner)
  if (reason) return { outcome: 'forbidden', reason }
  if (!isUuid(id)) return { outcome: 'not_found' }
  return withRowLock(database, owner, id, async (own) => {
    const { total, exists } = await own
      .selectFrom('journal_entries')
      .select(({ fn }) => [
        fn.countAll<string>().as('total'),
        sql<boolean>`bool_or(id = ${id}::uuid)`.as('exists'),
      ])
      .where('user_id', '=', owner.user_id)
      .executeTakeFirstOrThrow()
    if (exists) {
      const deleted = await own
        .selectFrom('deleted_entries')
        .select('id')
        .where('user_id', '=', owner.user_id)
        .where('id', '=', id)
        .where(notSetAside(owner.user_id))
        .executeTakeFirst()
      return deleted ? { outcome: 'forbidden', reason: messages.restoredAlready() } : { outcome: 'restored' }
    }
    if (Number(total) >= limits.entries)
      return { outcome: 'forbidden', reason: messages.full({ max: limits.entries }) }
    const { numInsertedOrUpdatedRows = 0n } = await own
      .with('moved', (own) =>
        own
          .deleteFrom('deleted_entries')
          .where('user_id', '=', owner.user_id)
          .where('id', '=', id)
          .where(notSetAside(owner.user_id))
          .returning([...columns]),
      )
      .insertInto('journal_entries')
      .columns([...columns])
      .expression((from) => from.selectFrom('moved').select([...columns]))
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) return { outcome: 'not_found' }
    await restoreVersions(own, { user_id: owner.user_id, id })
    return { outcome: 'restored' }
  })
}

/** Erases one deleted Connection, or all, with their versions. Returns how many Connections there were. */
export async function eraseTrash(
  { database }: Pick<Journal, 'database'>,
  owner: Owner,
  id?: string,
): Promise<number> {
  if (id !== undefined && !isUuid(id)) return 0
  return withOwner(database, owner, async (own) => {
    // One statement, so that a Connection that is deleted meanwhile loses none of its versions.
    let query = own
      .with('versions', (own) => {
        const versions = own
          .deleteFrom('entry_versions')
          .where('user_id', '=', owner.user_id)
          .where('deleted_at', 'is not', null)
          .where(notSetAside(owner.user_id))
        return id === undefined ? versions : versions.where('id', '=', id)
      })
      .deleteFrom('deleted_entries')
      .where('user_id', '=', owner.user_id)
      .where(notSetAside(owner.user_id))
    if (id !== undefined) query = query.where('id', '=', id)
    return Number((await query.executeTakeFirst()).numDeletedRows)
  })
}

/** Erases what was deleted long ago, of everyone: the database's policy shows `unfog_auth` nothing else. */
export async function eraseOldTrash(auth: Database): Promise<void> {
  await auth.transaction().execute(async (all) => {
    await all.deleteFrom('deleted_entries').execute()
    await all.deleteFrom('entry_versions').execute()
  })
}
