import type { QueryCreator } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Database } from '../../../platform/database/pool.server.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { withRowLock } from '../../../platform/database/with-owner.server.ts'
import type { Owner } from '../../../platform/owner.ts'
import type { Journal } from '../encryption.reads.server.ts'
import { notSetAside, timeOfChange } from '../lock/locks.reads.server.ts'
import { isInJournal } from './versions.reads.server.ts'
import { versionLimits, versionsToRemove } from './versions.rules.ts'

const columns = ['user_id', 'id', 'revision', 'sealed', 'lock_id', 'updated_at'] as const
const day = 24 * 60 * 60 * 1000

type EntryKey = { user_id: string; id: string }

/** Copies the stored row before the statement replaces it: both see the rows as they were (PostgreSQL manual, 7.8.4). */
export const copyingVersion = (query: QueryCreator<Tables>, { user_id, id }: EntryKey, now: Date) =>
  query.with('copied', (own) =>
    own
      .insertInto('entry_versions')
      .columns([...columns, 'replaced_at'])
      .expression((from) =>
        from
          .selectFrom('journal_entries')
          .select([...columns, timeOfChange(now).as('replaced_at')])
          .where('user_id', '=', user_id)
          .where('id', '=', id),
      )
      // A Connection that was saved again under the id of one in the trash takes the place of its version.
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'id', 'revision']).doUpdateSet(({ ref }) => ({
          sealed: ref('excluded.sealed'),
          lock_id: ref('excluded.lock_id'),
          updated_at: ref('excluded.updated_at'),
          replaced_at: ref('excluded.replaced_at'),
          deleted_at: null,
        })),
      ),
  )

/** Whether there is no room for another version today, which keeps programs from filling the disk (docs/decisions/021). */
export async function isVersionQuotaUsed(own: Database, { user_id }: Owner, now: Date): Promise<boolean> {
  const { count } = await own
    .selectFrom('entry_versions')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', user_id)
    .where('replaced_at', '>', new Date(now.getTime() - day))
    .executeTakeFirstOrThrow()
  return Number(count) >= versionLimits.day
}

/** Removes versions of a Connection that has too many. */
export async function removeSurplusVersions(own: Database, { user_id, id }: EntryKey, now: Date) {
  const versions = await own
    .selectFrom('entry_versions')
    .select(['revision', 'updated_at'])
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
  const surplus = versionsToRemove(versions, now)
  if (surplus.length === 0) return
  await own
    .deleteFrom('entry_versions')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('revision', 'in', surplus)
    .execute()
}

/** Erases all earlier versions of a Connection; restricted users may. Returns whether the journal has the Connection. */
export async function eraseVersions(
  { database }: Pick<Journal, 'database'>,
  owner: Owner,
  id: string,
): Promise<boolean> {
  if (!isUuid(id)) return false
  return withRowLock(database, owner, id, async (own) => {
    if (!(await isInJournal(own, owner, id))) return false
    await own
      .deleteFrom('entry_versions')
      .where('user_id', '=', owner.user_id)
      .where('id', '=', id)
      .where(notSetAside(owner.user_id))
      .where('deleted_at', 'is', null)
      .execute()
    return true
  })
}

/**
 * Moves the versions of a Connection to the trash with it. Those of one that was deleted before, under the same id, are erased as it is.
 *
 * @param deleted_at as its own, so that both are erased together
 */
export async function moveVersionsToTrash(own: Database, { user_id, id }: EntryKey, deleted_at: Date) {
  await own
    .deleteFrom('entry_versions')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .execute()
  await own
    .updateTable('entry_versions')
    .set({ deleted_at })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute()
}

/** Moves the versions of a Connection back with it. */
export async function restoreVersions(own: Database, { user_id, id }: EntryKey) {
  await own
    .updateTable('entry_versions')
    .set({ deleted_at: null })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute()
}
