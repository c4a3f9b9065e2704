import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../platform/database/pool.server.ts'

/**
 * Who changed an account: the user, the operator, the operator's program (by its token ID), or the owner of the address that
 * someone else had signed up with (unverified.rules.ts).
 */
export type Actor = 'person' | 'operator' | 'address_owner' | `service ${string}`

/** `admin_…` is an authorized call of /auth/v1, successful or not; all others were done. */
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
 * Records who did what to an account and when, without content. The event outlives the account.
 *
 * @param transaction the one of the action, so that both commit or neither
 */
export async function recordAuditEvent(
  transaction: Database,
  entry: {
    actor: Actor
    action: Action
    /** The account; null for none or all. */
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
