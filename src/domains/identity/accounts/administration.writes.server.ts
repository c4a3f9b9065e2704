import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/pool.server.ts'
import { emailKey } from '../identity.rules.ts'
import { revokeAccess } from '../sessions/access.writes.server.ts'
import { recordAuditEvent } from './audit-log.writes.server.ts'
import type { Plan } from './plan.contract.ts'

/** `unchanged`: it was so already. `unknown`: no account has that address. */
export type OperatorOutcome = 'done' | 'unchanged' | 'unknown'

const actions = { active: 'restore', restricted: 'restrict', suspended: 'suspend' } as const
type Status = keyof typeof actions

/**
 * What the operator allows an account from the next request on: everything, to write nothing, or not to sign in. Suspending
 * ends every way in, in the same transaction.
 */
export function saveStatus(
  auth: Database,
  clock: Clock,
  email: string,
  status: Status,
): Promise<OperatorOutcome> {
  return auth.transaction().execute(async (transaction) => {
    const user = await lockAccount(transaction, email)
    if (!user) return 'unknown'
    // Also on the way back: a sign-in that was under way at the suspension has left a session that opened nothing.
    if (status === 'suspended' || user.status === 'suspended') await revokeAccess(transaction, user.id)
    if (user.status === status && !user.banned_until) return 'unchanged'
    await transaction
      .updateTable('auth.users')
      // Their word has no end of its own, whatever a program of theirs had said before.
      .set({ status, banned_until: null, updated_at: clock.now() })
      .where('id', '=', user.id)
      .execute()
    const now = clock.now()
    await recordAuditEvent(transaction, { actor: 'operator', action: actions[status], subject: user.id, now })
    return 'done'
  })
}

/**
 * What an account holds from the next request on (specification point 1, "Plans shown"). Nothing that was written goes with a
 * smaller plan: it is read, exported and deleted as before.
 */
export function savePlan(auth: Database, clock: Clock, email: string, plan: Plan): Promise<OperatorOutcome> {
  return auth.transaction().execute(async (transaction) => {
    const user = await lockAccount(transaction, email)
    if (!user) return 'unknown'
    if (user.plan === plan) return 'unchanged'
    const now = clock.now()
    await transaction
      .updateTable('auth.users')
      .set({ plan, updated_at: now })
      .where('id', '=', user.id)
      .execute()
    await recordAuditEvent(transaction, { actor: 'operator', action: 'plan', subject: user.id, now })
    return 'done'
  })
}

/** Two operators at once take turns, so that what each is told is true. */
const lockAccount = (transaction: Database, email: string) =>
  transaction
    .selectFrom('auth.users')
    .select(['id', 'status', 'banned_until', 'plan'])
    .where('email_key', '=', emailKey(email))
    .forUpdate()
    .executeTakeFirst()
