import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import { deleteIdentityData } from '../identity/identity.personal-data.server.ts'

/**
 * Erases a person with all that is theirs: favorites, Connections, drafts, the key that opens them, profile, sessions, the
 * account. One statement of one transaction does it, since all of it refers to the account: whatever stops the server or the
 * database, everything is there afterwards or nothing is, and asking again ends what an earlier wish began.
 *
 * A restricted person may; a suspended one cannot ask, so the operator does it for them.
 *
 * @param place `auth` acting as `unfog_auth`; `mails`: whether letters leave this server
 * @returns whether there was such an account
 */
export function deleteAccount(
  { auth, clock, mails }: { auth: Database; clock: Clock; mails: boolean },
  user_id: string,
  actor: 'person' | 'operator',
): Promise<boolean> {
  return auth.transaction().execute(async (transaction) => {
    // Years of long texts take the database longer than the ten seconds that a page may.
    await sql`set local statement_timeout = '5min'`.execute(transaction)
    return deleteIdentityData(transaction, user_id, { actor, now: clock.now(), mails })
  })
}
