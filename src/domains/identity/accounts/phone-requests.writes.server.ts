import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../platform/database/pool.server.ts'
import type { EmailRequest } from '../messages/messages.writes.server.ts'
import type { Request, RequestOf } from './pending-requests.contract.ts'

/** Returns the SMS to send for a request. */
export async function smsRequestsFor(
  transaction: Database,
  request: Extract<Request, { phone: string }>,
  now: Date,
): Promise<EmailRequest[]> {
  const to = { sent_to: request.phone, channel: request.channel }
  if (request.kind === 'phone_change') {
    const requester = await lockRequester(transaction, request, now)
    const holder = await findHolder(transaction, request.phone)
    // Nobody may learn that the number is taken.
    if (!requester || holder?.confirmed) return []
    return [{ user_id: requester.id, purpose: 'phone_change', ...to }]
  }
  if (request.kind === 'phone_sign_up') {
    const user = await upsertUnverifiedUser(transaction, request, now)
    if (user) return [{ user_id: user.id, purpose: 'sms_signup', ...to }]
  } else if (request.open) {
    await transaction
      .insertInto('auth.users')
      .values({ id: uuidv7(), phone: request.phone, ...userDataColumns(request, now) })
      .onConflict((conflict) => conflict.column('phone').doNothing())
      .execute()
  }
  const holder = await findHolder(transaction, request.phone)
  return holder ? [{ user_id: holder.id, purpose: 'sms', ...to }] : []
}

const lockRequester = (transaction: Database, { user_id, phone }: RequestOf<'phone_change'>, now: Date) =>
  transaction
    .selectFrom('auth.users')
    .select('id')
    .where('id', '=', user_id)
    .where('new_phone', '=', phone)
    .where('new_phone_until', '>', now)
    .where('status', '!=', 'suspended')
    .forNoKeyUpdate()
    .executeTakeFirst()

/** The latest sign-up wins. */
function upsertUnverifiedUser(transaction: Database, request: RequestOf<'phone_sign_up'>, now: Date) {
  const { user_id: id, phone, password_hash } = request
  const columns = { password_hash, ...userDataColumns(request, now) }
  return transaction
    .insertInto('auth.users')
    .values({ id, phone, ...columns })
    .onConflict((conflict) =>
      conflict
        .column('phone')
        .doUpdateSet(columns)
        .where('auth.users.phone_confirmed_at', 'is', null)
        // An admin client may have set its number.
        .where('auth.users.email', 'is', null)
        .where('auth.users.status', '!=', 'suspended'),
    )
    .returning('id')
    .executeTakeFirst()
}

export const userDataColumns = (
  { of_age, user_metadata }: Pick<RequestOf<'phone_sign_in'>, 'of_age' | 'user_metadata'>,
  now: Date,
) => ({ of_age_at: of_age ? now : null, user_metadata: JSON.stringify(user_metadata) })

async function findHolder(transaction: Database, phone: string) {
  const user = await transaction
    .selectFrom('auth.users')
    .select(['id', 'phone_confirmed_at', 'status'])
    .where('phone', '=', phone)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user || user.status === 'suspended') return undefined
  return { id: user.id, confirmed: user.phone_confirmed_at !== null }
}
