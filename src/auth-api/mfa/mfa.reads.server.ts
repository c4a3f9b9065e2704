import { validate as isUuid } from 'uuid'
import { listFactors } from '../../domains/identity/mfa/factors.reads.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'

/** @returns undefined for another user's factor */
export const readFactor = async (auth: Database, user_id: string, factor_id: string) =>
  (await listFactors(auth, user_id)).find(({ id }) => id === factor_id)

/** Does not consume it: a mistyped code can be corrected. */
export const readChallenge = async (auth: Database, user_id: string, factor_id: string, id: string) =>
  isUuid(id)
    ? auth
        .selectFrom('auth.challenges')
        .select('expires_at')
        .where('id', '=', id)
        .where('user_id', '=', user_id)
        .where('factor_id', '=', factor_id)
        .executeTakeFirst()
    : undefined
