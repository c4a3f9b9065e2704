import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../platform/database/pool.server.ts'
import type { EmailRequest } from '../messages/messages.writes.server.ts'
import type { PhoneRequest } from './phone-requests.contract.ts'

type Asked<Kind extends PhoneRequest['kind']> = Extract<PhoneRequest, { kind: Kind }>

/** Looks whether a number has an account, does what was asked, and says which texts go out. */
export async function textsFor(
  transaction: Database,
  asked: PhoneRequest,
  now: Date,
): Promise<EmailRequest[]> {
  if (asked.kind === 'phone_sign_up') return signUp(transaction, asked, now)
  if (asked.kind === 'phone_sign_in') return signIn(transaction, asked, now)
  const wanting = await transaction
    .selectFrom('auth.users')
    .select('id')
    .where('id', '=', asked.user_id)
    .where('new_phone', '=', asked.phone)
    .where('new_phone_until', '>', now)
    .where('status', '!=', 'suspended')
    .forNoKeyUpdate()
    .executeTakeFirst()
  const holder = await holderOf(transaction, asked.phone)
  // Who has it is asked nothing, and nobody is told that somebody has it.
  if (!wanting || holder?.confirmed) return []
  return [wish(wanting.id, 'phone_change', asked)]
}

const wish = (
  user_id: string,
  purpose: 'sms_signup' | 'sms' | 'phone_change',
  { phone, channel }: Pick<PhoneRequest, 'phone' | 'channel'>,
): EmailRequest => ({ user_id, purpose, sent_to: phone, channel })

/** As by mail: who never confirmed gets another code, for the last password; who has an account, one to sign in by. */
async function signUp(
  transaction: Database,
  asked: Asked<'phone_sign_up'>,
  now: Date,
): Promise<EmailRequest[]> {
  const chosen = { password_hash: asked.password_hash, ...noticeContext(asked, now) }
  const made = await open(transaction, asked.user_id, asked.phone, chosen)
  if (made) return [wish(made.id, 'sms_signup', asked)]
  const holder = await holderOf(transaction, asked.phone)
  return holder ? [wish(holder.id, 'sms', asked)] : []
}

async function signIn(
  transaction: Database,
  asked: Asked<'phone_sign_in'>,
  now: Date,
): Promise<EmailRequest[]> {
  if (asked.open) {
    await transaction
      .insertInto('auth.users')
      .values({ id: uuidv7(), phone: asked.phone, ...noticeContext(asked, now) })
      .onConflict((conflict) => conflict.column('phone').doNothing())
      .execute()
  }
  const holder = await holderOf(transaction, asked.phone)
  return holder ? [wish(holder.id, 'sms', asked)] : []
}

const open = (transaction: Database, id: string, phone: string, chosen: ReturnType<typeof noticeContext>) =>
  transaction
    .insertInto('auth.users')
    .values({ id, phone, ...chosen })
    .onConflict((conflict) =>
      conflict
        .column('phone')
        .doUpdateSet(chosen)
        .where('auth.users.phone_confirmed_at', 'is', null)
        // Somebody's account, where a program of the operator's wrote a number down.
        .where('auth.users.email', 'is', null)
        .where('auth.users.status', '!=', 'suspended'),
    )
    .returning('id')
    .executeTakeFirst()

const noticeContext = (
  { of_age, user_metadata }: Pick<Asked<'phone_sign_in'>, 'of_age' | 'user_metadata'>,
  now: Date,
) => ({ of_age_at: of_age ? now : null, user_metadata: JSON.stringify(user_metadata) })

/** @returns nobody where there is no account, or a paused one */
async function holderOf(transaction: Database, phone: string) {
  const user = await transaction
    .selectFrom('auth.users')
    .select(['id', 'phone_confirmed_at', 'status'])
    .where('phone', '=', phone)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user || user.status === 'suspended') return undefined
  return { id: user.id, confirmed: user.phone_confirmed_at !== null }
}
