import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../platform/database/pool.server.ts'

/**
 * Whoever changed an account: its own person, who runs the server, or whoever has shown that the address is theirs with which
 * somebody else had signed up (unconfirmed).
 */
export type Actor = 'person' | 'operator' | 'address_owner'

/**
 * Writes down that something was done to an account: who, what and when, and no content. The line outlives the account.
 *
 * @param transaction the one that does it, so that neither stands without the other
 */
export async function remember(
  transaction: Database,
  done: {
    actor: Actor
    action: 'restore' | 'restrict' | 'suspend' | 'plan' | 'erase'
    subject: string
    now: Date
  },
): Promise<void> {
  const { now, ...event } = done
  await transaction
    .insertInto('auth.audit_events')
    .values({ id: uuidv7(), ...event, created_at: now })
    .execute()
}
