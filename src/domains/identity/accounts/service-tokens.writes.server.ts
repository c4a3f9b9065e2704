import { validate as isUuid, v7 as uuidv7 } from 'uuid'
import type { Clock } from '../../../platform/clock.ts'
import { hashToken, randomToken } from '../../../platform/crypto.server.ts'
import type { Database } from '../../../platform/database/pool.server.ts'
import { recordAuditEvent } from '../accounts/audit-log.writes.server.ts'
import { serviceTokenPrefix } from './service-tokens.rules.ts'

/**
 * Makes a token that administers every account, for a program of the operator's. It is shown once: the database has its hash.
 *
 * @param ttl milliseconds (`serviceLife`)
 */
export async function createServiceToken(auth: Database, clock: Clock, ttl: number) {
  const [id, token, now] = [uuidv7(), serviceTokenPrefix + randomToken(), clock.now()]
  const expires_at = new Date(now.getTime() + ttl)
  await auth.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('auth.service_tokens')
      .values({ id, token_hash: hashToken(token), created_at: now, expires_at })
      .execute()
    // Its number, by which what it did is found again: of no account.
    await recordAuditEvent(transaction, { actor: 'operator', action: 'service_token', subject: id, now })
  })
  return { id, token, expires_at }
}

/** @returns whether there was one with this number */
export async function revokeServiceToken(auth: Database, clock: Clock, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  return auth.transaction().execute(async (transaction) => {
    const deleted = await transaction
      .deleteFrom('auth.service_tokens')
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (deleted) {
      await recordAuditEvent(transaction, {
        actor: 'operator',
        action: 'revoke_token',
        subject: id,
        now: clock.now(),
      })
    }
    return deleted !== undefined
  })
}
