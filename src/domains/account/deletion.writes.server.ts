import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import { deleteIdentityData } from '../identity/identity.personal-data.server.ts'

/**
 * Deletes an account with all its data, the data key included. One statement does it by cascade, so it is atomic and can be retried.
 * Restricted users may delete their account; suspended ones cannot sign in, so the operator does it for them.
 *
 * @param dependencies `auth` acting as `unfog_auth`; `mails`: whether this server sends email
 * @returns whether the account existed
 */
export function deleteAccount(
  { auth, clock, mails }: { auth: Database; clock: Clock; mails: boolean },
  user_id: string,
  actor: 'person' | 'operator',
): Promise<boolean> {
  return auth.transaction().execute(async (transaction) => {
    // Years of long texts take longer than a request's ten seconds.
    await sql`set local statement_timeout = '5min'`.execute(transaction)
    return deleteIdentityData(transaction, user_id, { actor, now: clock.now(), mails })
  })
}
