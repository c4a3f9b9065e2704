import type { Database } from '../../../platform/database/pool.server.ts'
import { addJob } from '../../../platform/queue.server.ts'
import { revokeAccess } from '../sessions/access.writes.server.ts'

/** Suspends an account until a time, or lifts that (null). A job lifts it: `status` alone decides access. */
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
    // Never restricted or deleted accounts.
    .$if(!until, (query) => query.where('status', '=', 'suspended'))
    .where('deleted_at', 'is', null)
    .execute()
  if (until) await addJob(transaction, 'lift_bans', {}, { at: until })
}

export async function liftExpiredSuspensions(auth: Database, now: Date): Promise<void> {
  await auth
    .updateTable('auth.users')
    .set({ status: 'active', banned_until: null })
    .where('banned_until', '<=', now)
    .where('status', '=', 'suspended')
    .execute()
}
