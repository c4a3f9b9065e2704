import { hashToken } from '../../../platform/crypto.server.ts'
import type { Database } from '../../../platform/database/pool.server.ts'
import { serviceTokenPrefix } from './service-tokens.rules.ts'

/** Lists valid tokens, oldest first. */
export const listServiceTokens = (auth: Database, now: Date) =>
  auth
    .selectFrom('auth.service_tokens')
    .select(['id', 'created_at', 'expires_at'])
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Looks up a valid service token. */
export const readServiceToken = async (auth: Database, token: string, now: Date) =>
  token.startsWith(serviceTokenPrefix)
    ? auth
        .selectFrom('auth.service_tokens')
        .select('id')
        .where('token_hash', '=', hashToken(token))
        .where('expires_at', '>', now)
        .executeTakeFirst()
    : undefined
