import { asOwner } from '../../../platform/database/owner.server.ts'
import type { Database } from '../../../platform/database/pool.server.ts'
import { type Log, loggable } from '../../../platform/log.server.ts'
import type { Owner } from '../../../platform/owner.ts'

/**
 * Makes the profile of somebody who signs in and has none (specification point 2). One that cannot be made is logged, and
 * sign-in goes on.
 */
export async function ensureProfile({ app, log }: { app: Database; log: Log }, owner: Owner): Promise<void> {
  try {
    await asOwner(app, owner, (transaction) =>
      transaction
        .insertInto('profiles')
        .values({ id: owner.user_id })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute(),
    )
  } catch (thrown) {
    log.error('a profile could not be made', { error: loggable(thrown) })
  }
}
