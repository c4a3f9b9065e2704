import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { markPermanent } from '../../domains/identity/accounts/anonymous.writes.server.ts'
import { enqueueAccountRequest } from '../../domains/identity/accounts/pending-requests.writes.server.ts'
import { emptyProfile } from '../../domains/identity/accounts/unverified.rules.ts'
import { orTaken, startChange } from '../../domains/identity/credentials/email.writes.server.ts'
import {
  addPhoneIdentity,
  deleteUnverifiedPhoneHolder,
} from '../../domains/identity/credentials/phone.writes.server.ts'
import type { Session } from '../../domains/identity/identity.contract.ts'
import { readUser } from '../../domains/identity/identity.reads.server.ts'
import { isRecentlyAuthenticated } from '../../domains/identity/identity.rules.ts'
import { consumeEmailToken } from '../../domains/identity/messages/messages.writes.server.ts'
import { sendSecurityNotice } from '../../domains/identity/messages/security-notice.writes.server.ts'
import { listFactors } from '../../domains/identity/mfa/factors.reads.server.ts'
import { revokeAccess } from '../../domains/identity/sessions/access.writes.server.ts'
import type { RequestInfo } from '../../domains/identity/sessions/sessions.writes.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import { hashPassword } from '../../platform/passwords/password-hashing.server.ts'
import { userMetadata } from '../account/account.rules.ts'
import { passwordError, unconfirmedUser } from '../account/account.writes.server.ts'
import type { AuthError, Result } from '../auth-api.contract.ts'
import { authError, invalidCode, isAuthError, tooManyRequests, userBanned } from '../auth-api.rules.ts'
import { type AuthApiDeps, createBearerSession, recorded, sendLimitError } from '../auth-api.writes.server.ts'
import type { Channel } from './phones.contract.ts'

const alreadyRegistered = authError(
  'phone_exists',
  'A user with this phone number has already been registered',
)

type Data = Record<string, unknown>
type SmsRecipient = { phone: string; channel: Channel }

/** Every number gets the same response. */
export const signUpByPhone = recorded('sign_up', tryToSignUp)

type NewPhoneAccount = SmsRecipient & { password: string; data?: Data | undefined }

async function tryToSignUp(
  api: AuthApiDeps,
  input: NewPhoneAccount,
  requestInfo: RequestInfo,
): Promise<Result> {
  const { clock, limits } = api.engine
  const { phone, channel, password } = input
  const seconds = await limits.consumeForIp('account', requestInfo.address)
  if (seconds > 0) return tooManyRequests(seconds)
  const weak = await passwordError(password, [phone])
  if (weak) return weak
  const error = await sendLimitError(api.engine, { phone }, requestInfo)
  if (error) return error
  const [user_id, metadata] = [uuidv7(), userMetadata(input.data ?? {})]
  const password_hash = await hashPassword(password)
  await enqueueAccountRequest(api.engine, {
    kind: 'phone_sign_up',
    phone,
    channel,
    user_id,
    password_hash,
    ...metadata,
  })
  return { body: unconfirmedUser(user_id, { phone }, metadata.user_metadata, clock.now()) }
}

/** `create_user` also creates the account. */
export async function requestSmsCode(
  api: AuthApiDeps,
  input: SmsRecipient & { create_user: boolean; data?: Data | undefined },
  requestInfo: RequestInfo,
): Promise<Result> {
  const { phone, channel, create_user, data = {} } = input
  const error = await sendLimitError(api.engine, { phone }, requestInfo)
  if (error) return error
  await enqueueAccountRequest(api.engine, {
    kind: 'phone_sign_in',
    phone,
    channel,
    open: create_user,
    ...userMetadata(data),
  })
  return { body: {} }
}

/** Only for the user who started the change. */
export async function resendPhoneChangeCode(
  api: AuthApiDeps,
  { user_id }: Session,
  { phone, channel }: SmsRecipient,
  requestInfo: RequestInfo,
): Promise<Result> {
  const error = await sendLimitError(api.engine, { phone }, requestInfo)
  if (error) return error
  await enqueueAccountRequest(api.engine, { kind: 'phone_change', phone, channel, user_id })
  return { body: {} }
}

/** The response hides whether the number is taken. */
export async function requestPhoneChange(
  api: AuthApiDeps,
  session: Session,
  { phone, channel }: SmsRecipient,
  requestInfo: RequestInfo,
): Promise<AuthError | undefined> {
  const { auth, clock } = api.engine
  if (!isRecentlyAuthenticated(session, clock.now())) {
    return authError('reauthentication_needed', 'Phone update requires reauthentication')
  }
  if ((await listFactors(auth, session.user_id)).some((factor) => factor.phone === phone)) {
    return authError('validation_failed', 'The number of a second step does not sign in')
  }
  const error = await sendLimitError(api.engine, { phone }, requestInfo)
  if (error) return error
  const user = await readUser(auth, session.user_id)
  if (user?.phone === phone) return undefined
  await startChange(auth, session.user_id, { new_phone: phone }, clock.now())
  await enqueueAccountRequest(api.engine, { kind: 'phone_change', phone, channel, user_id: session.user_id })
  return undefined
}

/** Starts a session with an SMS code. */
export async function verifySmsOtp(
  api: AuthApiDeps,
  input: { phone: string; type: 'sms' | 'phone_change'; token: string },
  requestInfo: RequestInfo,
): Promise<Result> {
  const { auth, clock, limits } = api.engine
  const attemptKey = {
    kind: 'code',
    account: `+${input.phone}`,
    clientIp: requestInfo.address,
    isCode: true,
  } as const
  const attempt = await limits.attempt(attemptKey, async () => {
    for (const user_id of await candidateUserIds(auth, input, clock.now())) {
      const outcome = await orTaken(() =>
        auth.transaction().execute((transaction) => redeem(transaction, api, user_id, input)),
      )
      if (outcome !== undefined) return outcome
    }
    return undefined
  })
  if (attempt.outcome === 'wait') return tooManyRequests(attempt.seconds)
  const outcome = attempt.result
  if (outcome === undefined) return invalidCode
  if (typeof outcome !== 'string') return isAuthError(outcome) ? outcome : alreadyRegistered
  return createBearerSession(api, outcome, 'otp', requestInfo)
}

/** An unknown number gets a random ID and the same work. */
async function candidateUserIds(
  auth: Database,
  { phone, type }: { phone: string; type: string },
  now: Date,
): Promise<string[]> {
  const rows = await auth
    .selectFrom('auth.users')
    .select('id')
    .where(type === 'sms' ? 'phone' : 'new_phone', '=', phone)
    .$if(type === 'phone_change', (query) => query.where('new_phone_until', '>', now))
    // Anyone can request the same number.
    .orderBy('updated_at', 'desc')
    .limit(5)
    .execute()
  return rows.length > 0 ? rows.map(({ id }) => id) : [uuidv7()]
}

async function redeem(
  transaction: Database,
  { engine }: AuthApiDeps,
  user_id: string,
  { phone, type, token: code }: { phone: string; type: 'sms' | 'phone_change'; token: string },
): Promise<string | AuthError | undefined> {
  const { clock, masterKey } = engine
  const now = clock.now()
  const user = await transaction
    .selectFrom('auth.users')
    .select(['id', 'phone_confirmed_at', 'email_confirmed_at', 'status'])
    .where('id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const purposes = type === 'sms' ? (['sms_signup', 'sms'] as const) : (['phone_change'] as const)
  const row = await consumeEmailToken(transaction, { user_id, code, masterKey }, purposes, now)
  if (!row || !user || row.sent_to !== phone) return undefined
  if (user.status === 'suspended') return userBanned
  if (type === 'phone_change') await deleteUnverifiedPhoneHolder(transaction, phone, user_id, now)
  // An earlier password survives only with that sign-up's code.
  const mayBelongToOther =
    type === 'sms' && row.purpose === 'sms' && !user.phone_confirmed_at && !user.email_confirmed_at
  await transaction
    .updateTable('auth.users')
    .set({
      phone,
      phone_confirmed_at: sql`coalesce(phone_confirmed_at, ${now})`,
      ...(type === 'phone_change' && { phone_confirmed_at: now }),
      ...(mayBelongToOther && { ...emptyProfile, password_hash: null }),
      updated_at: now,
    })
    .where('id', '=', user_id)
    .execute()
  const wasAnonymous = await markPermanent(transaction, user_id)
  await addPhoneIdentity(transaction, user_id, phone, now)
  if (type === 'phone_change') {
    await revokeAccess(transaction, user_id, { keep: wasAnonymous ? 'all' : undefined })
    await sendSecurityNotice(transaction, user_id, now)
  }
  return user_id
}
