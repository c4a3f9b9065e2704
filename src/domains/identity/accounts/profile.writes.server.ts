import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/pool.server.ts'
import { withOwner } from '../../../platform/database/with-owner.server.ts'
import { type Log, loggable } from '../../../platform/log.server.ts'
import { canWrite, isAccountDeletedError, type Owner } from '../../../platform/owner.ts'
import type { Profile, ProfileChange } from './profile.contract.ts'

/** Creates the missing profile (specification point 2). Failures don't block sign-in. */
export async function ensureProfile({ app, log }: { app: Database; log: Log }, owner: Owner): Promise<void> {
  try {
    await withOwner(app, owner, (transaction) =>
      transaction
        .insertInto('profiles')
        .values({ id: owner.user_id })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute(),
    )
  } catch (thrown) {
    if (!isAccountDeletedError(thrown)) log.error('a profile could not be made', { error: loggable(thrown) })
  }
}

/** Updates a user's names; undefined for a restricted account. */
export async function saveProfile(
  { app, clock }: { app: Database; clock: Clock },
  owner: Owner,
  { username, first_name }: ProfileChange,
): Promise<Profile | undefined> {
  if (!canWrite(owner)) return undefined
  const updated_at = clock.now()
  const columns = {
    ...(username !== undefined && { username }),
    ...(first_name !== undefined && { first_name }),
    updated_at,
  }
  return withOwner(app, owner, (transaction) =>
    transaction
      .insertInto('profiles')
      .values({ id: owner.user_id, ...columns })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
      .returning(['id', 'username', 'first_name'])
      .executeTakeFirstOrThrow(),
  )
}
