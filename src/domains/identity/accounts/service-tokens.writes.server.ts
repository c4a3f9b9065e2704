import { validate as isUuid, v7 as uuidv7 } from 'uuid'
import type { Clock } from '../../../platform/clock.ts'
import { hashToken, randomToken } from '../../../platform/crypto.server.ts'
import type { Database } from '../../../platform/database/pool.server.ts'
import { recordAuditEvent } from '../accounts/audit-log.writes.server.ts'
import { serviceTokenPrefix } from './service-tokens.rules.ts'

/** Creates an admin token for an operator's program. Only its hash is stored. */
export async function createServiceToken(auth: Database, clock: Clock, ttl: number) {
  const [id, token, now] = [uuidv7(), serviceTokenPrefix + randomToken(), clock.now()]
  const expires_at = new Date(now.getTime() + ttl)
  await auth.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('auth.service_tokens')
      .values({ id, token_hash: hashToken(token), created_at: now, expires_at })
      .execute()
    await recordAuditEvent(transaction, { actor: 'operator', action: 'service_token', subject: id, now })
  })
  return { id, token, expires_at }
}

/** Returns whether it existed. */
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
