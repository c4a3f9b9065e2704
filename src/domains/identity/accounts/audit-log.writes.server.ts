import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../platform/database/pool.server.ts'

/** `service …`: by token ID. `address_owner`: verified an unverified account's address. */
export type Actor = 'person' | 'operator' | 'address_owner' | `service ${string}`

/** `admin_…`: an authorized call of /auth/v1, successful or not. */
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

/** Records an action on an account, without content; outlives the account. */
export async function recordAuditEvent(
  transaction: Database,
  entry: {
    actor: Actor
    action: Action
    /** Null for none or all. */
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
