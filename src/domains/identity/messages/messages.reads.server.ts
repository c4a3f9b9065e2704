import { hashToken } from '../../../platform/crypto.server.ts'
import type { Database } from '../../../platform/database/pool.server.ts'
import { pendingEmail } from '../identity.reads.server.ts'

/** Looks up a valid emailed link without consuming it. */
export const readMailLink = (auth: Database, token: string, now: Date) =>
  auth
    .selectFrom('auth.mail_tokens as mail')
    .innerJoin('auth.users as user', 'user.id', 'mail.user_id')
    .select(['user_id', 'purpose', 'redirect_to', 'code_challenge', 'sent_to'])
    .select(pendingEmail(now))
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
