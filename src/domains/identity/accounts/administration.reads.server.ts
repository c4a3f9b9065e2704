import type { Database } from '../../../platform/database/pool.server.ts'
import { emailKey } from '../identity.rules.ts'

/** Lists all accounts, oldest first. */
export const listAccounts = (auth: Database) =>
  auth
    .selectFrom('auth.users')
    .select(['email', 'status', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** One account as the operator may see it. */
export const readAccount = (auth: Database, email: string, now: Date) =>
  auth
    .selectFrom('auth.users as u')
    .select(['u.email', 'u.status', 'u.plan', 'u.email_confirmed_at', 'u.created_at'])
    .select((query) => [
      query
        .selectFrom('auth.sessions as s')
        .select((count) => count.fn.countAll<string>().as('count'))
        .whereRef('s.user_id', '=', 'u.id')
        .where('s.expires_at', '>', now)
        .as('sessions'),
      query
        .selectFrom('auth.factors as f')
        .select((count) => count.fn.countAll<string>().as('count'))
        .whereRef('f.user_id', '=', 'u.id')
        .where('f.status', '=', 'verified')
        .as('factors'),
    ])
    .where('u.email_key', '=', emailKey(email))
    .executeTakeFirst()
