import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../platform/database/pool.server.ts'
import type { EmailRequest } from '../messages/messages.writes.server.ts'
import type { PhoneRequest } from './phone-requests.contract.ts'

type RequestOf<Kind extends PhoneRequest['kind']> = Extract<PhoneRequest, { kind: Kind }>

/** Returns the SMS to send for a request. */
export async function smsRequestsFor(
  transaction: Database,
  request: PhoneRequest,
  now: Date,
): Promise<EmailRequest[]> {
  if (request.kind === 'phone_sign_up') return signUp(transaction, request, now)
  if (request.kind === 'phone_sign_in') return signIn(transaction, request, now)
  const requester = await transaction
    .selectFrom('auth.users')
    .select('id')
    .where('id', '=', request.user_id)
    .where('new_phone', '=', request.phone)
    .where('new_phone_until', '>', now)
    .where('status', '!=', 'suspended')
    .forNoKeyUpdate()
    .executeTakeFirst()
  const holder = await findHolder(transaction, request.phone)
  // Nobody may learn that the number is taken.
  if (!requester || holder?.confirmed) return []
  return [smsRequest(requester.id, 'phone_change', request)]
}

const smsRequest = (
  user_id: string,
  purpose: 'sms_signup' | 'sms' | 'phone_change',
  { phone, channel }: Pick<PhoneRequest, 'phone' | 'channel'>,
): EmailRequest => ({ user_id, purpose, sent_to: phone, channel })

/** An existing account gets a sign-in code, an unverified one another code for the latest password. */
async function signUp(
  transaction: Database,
  request: RequestOf<'phone_sign_up'>,
  now: Date,
): Promise<EmailRequest[]> {
  const columns = { password_hash: request.password_hash, ...userDataColumns(request, now) }
  const inserted = await upsertUnverifiedUser(transaction, request.user_id, request.phone, columns)
  if (inserted) return [smsRequest(inserted.id, 'sms_signup', request)]
  const holder = await findHolder(transaction, request.phone)
  return holder ? [smsRequest(holder.id, 'sms', request)] : []
}

async function signIn(
  transaction: Database,
  request: RequestOf<'phone_sign_in'>,
  now: Date,
): Promise<EmailRequest[]> {
  if (request.open) {
    await transaction
      .insertInto('auth.users')
      .values({ id: uuidv7(), phone: request.phone, ...userDataColumns(request, now) })
      .onConflict((conflict) => conflict.column('phone').doNothing())
      .execute()
  }
  const holder = await findHolder(transaction, request.phone)
  return holder ? [smsRequest(holder.id, 'sms', request)] : []
}

const upsertUnverifiedUser = (
  transaction: Database,
  id: string,
  phone: string,
  columns: ReturnType<typeof userDataColumns>,
) =>
  transaction
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
