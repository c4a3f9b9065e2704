import type { Database } from '../../../platform/database/pool.server.ts'
import { emailKey } from '../identity.rules.ts'
import { isUnverified } from './unverified.rules.ts'

/** False for an unverified account (decision 008). */
export async function hasAccount(auth: Database, email: string): Promise<boolean> {
  const holder = await auth
    .selectFrom('auth.users')
    .select(['email_confirmed_at', 'status'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst()
  return holder !== undefined && !isUnverified(holder)
}
