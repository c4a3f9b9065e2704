import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/pool.server.ts'
import { emailKey } from '../identity.rules.ts'
import { revokeAccess } from '../sessions/access.writes.server.ts'
import { recordAuditEvent } from './audit-log.writes.server.ts'
import type { Plan } from './plan.contract.ts'

/** `unknown`: no account has the address. */
export type OperatorOutcome = 'done' | 'unchanged' | 'unknown'

const actions = { active: 'restore', restricted: 'restrict', suspended: 'suspend' } as const
type Status = keyof typeof actions

/** Sets an account's status. Suspending ends all access. */
export function saveStatus(
  auth: Database,
  clock: Clock,
  email: string,
  status: Status,
): Promise<OperatorOutcome> {
  return auth.transaction().execute(async (transaction) => {
    const user = await lockAccount(transaction, email)
    if (!user) return 'unknown'
    // A sign-in that raced the suspension may have left a session.
    if (status === 'suspended' || user.status === 'suspended') await revokeAccess(transaction, user.id)
    if (user.status === status && !user.banned_until) return 'unchanged'
    await transaction
      .updateTable('auth.users')
      .set({ status, banned_until: null, updated_at: clock.now() })
      .where('id', '=', user.id)
      .execute()
    const now = clock.now()
    await recordAuditEvent(transaction, { actor: 'operator', action: actions[status], subject: user.id, now })
    return 'done'
  })
}

/** Sets an account's plan. A smaller one deletes nothing. */
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

const lockAccount = (transaction: Database, email: string) =>
  transaction
    .selectFrom('auth.users')
    .select(['id', 'status', 'banned_until', 'plan'])
    .where('email_key', '=', emailKey(email))
    .forUpdate()
    .executeTakeFirst()
