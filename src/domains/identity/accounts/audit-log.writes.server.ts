import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../platform/database/pool.server.ts'

/**
 * Whoever changed an account: its own person, who runs the server, a program of theirs (by the number of its token), or whoever
 * has shown that the address is theirs with which somebody else had signed up (unconfirmed).
 */
export type Actor = 'person' | 'operator' | 'address_owner' | `service ${string}`

/** `admin_…` is a call of /auth/v1 that was let in, whatever came of it; all others were done. */
type Action =
  | 'restore'
  | 'restrict'
  | 'suspend'
  | 'plan'
  | 'erase'
  | 'create'
  | 'service_token'
  | 'revoke_token'
  | AdminCall
export type AdminCall =
  `admin_${'list' | 'create' | 'get' | 'update' | 'delete' | 'link' | 'invite' | 'factors' | 'delete_factor' | 'audit'}`

/**
 * Writes down that something was done to an account: who, what and when, and no content. The line outlives the account.
 *
 * @param transaction the one that does it, so that neither stands without the other
 */
export async function recordAuditEvent(
  transaction: Database,
  entry: {
    actor: Actor
    action: Action
    /** Which account; null where it is about none, or about all. */
    subject: string | null
    now: Date
  },
): Promise<void> {
  const { now, ...event } = entry
  await transaction
    .insertInto('auth.audit_events')
    .values({ id: uuidv7(), ...event, created_at: now })
    .execute()
}
