import { hashToken } from '../../../platform/crypto.server.ts'
import type { Database } from '../../../platform/database/pool.server.ts'
import { serviceTokenPrefix } from './service-tokens.rules.ts'

/** Tokens that open something still, the oldest first: never the secret, of which we have a hash alone. */
export const listServiceTokens = (auth: Database, now: Date) =>
  auth
    .selectFrom('auth.service_tokens')
    .select(['id', 'created_at', 'expires_at'])
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/**
 * Which program asks, at this moment: what was taken back opens nothing from the next request on.
 *
 * @param token as a header has it; anybody may have written it
 */
export const readServiceToken = async (auth: Database, token: string, now: Date) =>
  token.startsWith(serviceTokenPrefix)
    ? auth
        .selectFrom('auth.service_tokens')
        .select('id')
        .where('token_hash', '=', hashToken(token))
        .where('expires_at', '>', now)
        .executeTakeFirst()
    : undefined
