import { randomBytes } from 'node:crypto'
import type { Database } from '../../../platform/database/pool.server.ts'
import type { Owner } from '../../../platform/owner.ts'

/**
 * The server's half of a reload: what the tab stores opens only with it, and it goes with the session (docs/decisions/042).
 *
 * @param auth acts as `unfog_auth`
 */
export async function createReloadKey(auth: Database, { session_id, user_id }: Owner): Promise<Buffer> {
  const journal_reload_key = randomBytes(32)
  await auth
    .updateTable('auth.sessions')
    .set({ journal_reload_key })
    .where('id', '=', session_id)
    .where('user_id', '=', user_id)
    .execute()
  return journal_reload_key
}

export async function readReloadKey(auth: Database, { session_id, user_id }: Owner): Promise<Buffer | null> {
  const session = await auth
    .selectFrom('auth.sessions')
    .select('journal_reload_key')
    .where('id', '=', session_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return session?.journal_reload_key ?? null
}

export async function deleteReloadKey(auth: Database, { session_id, user_id }: Owner): Promise<void> {
  await auth
    .updateTable('auth.sessions')
    .set({ journal_reload_key: null })
    .where('id', '=', session_id)
    .where('user_id', '=', user_id)
    .execute()
}
