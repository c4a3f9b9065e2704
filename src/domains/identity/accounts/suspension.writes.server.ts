import type { Database } from '../../../platform/database/pool.server.ts'
import { addJob } from '../../../platform/queue.server.ts'
import { revokeAccess } from '../sessions/access.writes.server.ts'

/**
 * A suspension with an end of its own, or its end. A job lifts it, so that every question for `status` stays the one question
 * whether somebody may come in.
 *
 * @param transaction that holds the person's row
 * @param until null lifts it at once
 */
export async function suspendUntil(
  transaction: Database,
  user_id: string,
  until: Date | null,
  now: Date,
): Promise<void> {
  await revokeAccess(transaction, user_id)
  await transaction
    .updateTable('auth.users')
    .set({ status: until ? 'suspended' : 'active', banned_until: until, updated_at: now })
    .where('id', '=', user_id)
    // Lifting says nothing about who was only restricted, or is gone.
    .$if(!until, (query) => query.where('status', '=', 'suspended'))
    .where('deleted_at', 'is', null)
    .execute()
  if (until) await addJob(transaction, 'lift_bans', {}, { at: until })
}

/** Lets those in again whose time is over. */
export async function liftExpiredSuspensions(auth: Database, now: Date): Promise<void> {
  await auth
    .updateTable('auth.users')
    .set({ status: 'active', banned_until: null })
    .where('banned_until', '<=', now)
    .where('status', '=', 'suspended')
    .execute()
}
