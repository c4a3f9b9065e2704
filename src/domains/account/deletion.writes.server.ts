import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import { deleteIdentityData } from '../identity/identity.personal-data.server.ts'

/** Deletes an account atomically, by cascade. `auth` acts as `unfog_auth`. Returns whether it existed. */
export function deleteAccount(
  { auth, clock, mails }: { auth: Database; clock: Clock; mails: boolean },
  user_id: string,
  actor: 'person' | 'operator',
): Promise<boolean> {
  return auth.transaction().execute(async (transaction) => {
    // Years of long texts take longer than ten seconds.
    await sql`set local statement_timeout = '5min'`.execute(transaction)
    return deleteIdentityData(transaction, user_id, { actor, now: clock.now(), mails })
  })
}
