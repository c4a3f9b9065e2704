import { sql } from 'kysely'
import type { Database } from '../../../platform/database/pool.server.ts'
import { reauthCutoff } from '../identity.rules.ts'

/** Milliseconds, with a wide margin. */
const exactTtl = 5 * 60 * 1000

/** Sets Limit Data Collection. Triggers delete existing data and blank later writes (decision 013). */
export async function saveDataLimit(auth: Database, user_id: string, limit_data: boolean): Promise<void> {
  await auth.updateTable('auth.users').set({ limit_data }).where('id', '=', user_id).execute()
}

/** Clears, with Limit Data Collection, times needed only briefly, and rows that raced the switch. */
export async function clearExactTimes(auth: Database, now: Date): Promise<void> {
  const exactSince = new Date(now.getTime() - exactTtl)
  const limited = sql`(select id from auth.users where limit_data)`
  const week = sql`date_bin('7 days', used_at, timestamptz '1970-01-01 00:00:00+00')`
  await sql`update auth.sessions set proven_at = null
    where user_id in ${limited} and proven_at <= ${reauthCutoff(now)}`.execute(auth)
  await sql`update auth.refresh_tokens
    set created_at = null, used_at = case when used_at <= ${exactSince} then ${week} else used_at end
    where session_id in (select id from auth.sessions where user_id in ${limited})
      and (created_at is not null or (used_at <= ${exactSince} and used_at <> ${week}))`.execute(auth)
  await sql`update auth.factors
    set last_step = case when to_timestamp(last_step * 30) <= ${exactSince} then null else last_step end
    where user_id in ${limited}
      and (last_challenged_at is not null or to_timestamp(last_step * 30) <= ${exactSince})`.execute(auth)
  await sql`update auth.identities set last_sign_in_at = null
    where user_id in ${limited} and last_sign_in_at is not null`.execute(auth)
}
