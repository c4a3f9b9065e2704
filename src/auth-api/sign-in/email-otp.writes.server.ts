import type { Request } from '../../domains/identity/accounts/pending-requests.contract.ts'
import { enqueueAccountRequest } from '../../domains/identity/accounts/pending-requests.writes.server.ts'
import { hasAccount } from '../../domains/identity/accounts/unverified.reads.server.ts'
import { startChange } from '../../domains/identity/credentials/email.writes.server.ts'
import type { Session } from '../../domains/identity/identity.contract.ts'
import { readUser } from '../../domains/identity/identity.reads.server.ts'
import { emailKey, isRecentlyAuthenticated } from '../../domains/identity/identity.rules.ts'
import { consumeEmailToken, queueEmail } from '../../domains/identity/messages/messages.writes.server.ts'
import type { RequestInfo } from '../../domains/identity/sessions/sessions.writes.server.ts'
import { userMetadata } from '../account/account.rules.ts'
import type { AuthError, EmailLinkFields, Result } from '../auth-api.contract.ts'
import { appRedirect, authError, emailExists, tooManyRequests } from '../auth-api.rules.ts'
import { type AuthApiDeps, sendLimitError } from '../auth-api.writes.server.ts'

type EmailRequest = EmailLinkFields & { email: string }

const empty: Result = { body: {} }

/** A job looks up the account: response and time are the same for every address. */
async function enqueueEmailRequest(
  api: AuthApiDeps,
  requestInfo: Pick<RequestInfo, 'address'>,
  request: Extract<Request, { email: string }>,
): Promise<Result> {
  const error = await sendLimitError(api.engine, request, requestInfo)
  if (error) return error
  await enqueueAccountRequest(api.engine, request)
  return empty
}

/** `create_user` also creates the account. */
export async function requestSignInEmail(
  api: AuthApiDeps,
  input: EmailRequest & { create_user: boolean; data?: Record<string, unknown> | undefined },
  requestInfo: RequestInfo,
): Promise<Result> {
  const { email, create_user, data = {} } = input
  const { config } = api.engine
  if (create_user && config.smtpUrl === undefined && !config.loopback) {
    return authError('signup_disabled', 'Signups not allowed for this instance')
  }
  const app = appRedirect(config, input)
  return enqueueEmailRequest(api, requestInfo, {
    kind: 'sign_in',
    email,
    open: create_user,
    ...userMetadata(data),
    app,
  })
}

/** Emails a recovery or confirmation link and code. */
export const requestEmail = (
  api: AuthApiDeps,
  kind: 'recovery' | 'confirm',
  input: EmailRequest,
  requestInfo: RequestInfo,
): Promise<Result> => {
  const app = appRedirect(api.engine.config, input)
  return enqueueEmailRequest(api, requestInfo, { kind, email: input.email, app })
}

/** Only the session that started a change may extend it. */
export async function resendEmailChange(
  api: AuthApiDeps,
  { user_id }: Session,
  input: EmailRequest,
  requestInfo: RequestInfo,
): Promise<Result> {
  const error = await sendLimitError(api.engine, input, requestInfo)
  if (error) return error
  await enqueueAccountRequest(api.engine, {
    kind: 'change',
    user_id,
    app: appRedirect(api.engine.config, input),
  })
  return empty
}

/** By email, else by SMS. */
export async function sendReauthenticationCode(
  api: AuthApiDeps,
  session: Session,
  requestInfo: RequestInfo,
): Promise<Result> {
  const user = await readUser(api.engine.auth, session.user_id)
  const { email, phone } = user ?? {}
  if (user && !email && phone && api.engine.config.authApi.phone) {
    if (!user.phone_confirmed_at) return authError('phone_not_confirmed', 'Please verify your phone first.')
    const error = await sendLimitError(api.engine, { phone }, requestInfo)
    if (error) return error
    const sms = { purpose: 'reauthentication', sent_to: phone, channel: 'sms' } as const
    await queueEmail(api.engine, { user_id: user.id, ...sms })
    return empty
  }
  if (!user || !email)
    return authError(
      'validation_failed',
      'Reauthentication requires the user to have an email or a phone number',
    )
  if (!user.email_confirmed_at)
    return authError('email_not_confirmed', 'Please verify your email first.', { status: 422 })
  const error = await sendLimitError(api.engine, { email }, requestInfo)
  if (error) return error
  await queueEmail(api.engine, { user_id: user.id, purpose: 'reauthentication', sent_to: email })
  return empty
}

/** @returns the session with a new `proven_at` */
export async function verifyReauthenticationCode(
  { engine }: AuthApiDeps,
  session: Session,
  nonce: string,
  requestInfo: RequestInfo,
): Promise<Session | AuthError> {
  const { auth, clock, limits, masterKey } = engine
  const now = clock.now()
  const { user_id } = session
  const attempt = await limits.attempt(
    { kind: 'mailed_code', account: user_id, clientIp: requestInfo.address, isCode: true },
    () => consumeEmailToken(auth, { user_id, code: nonce, masterKey }, ['reauthentication'], now),
  )
  if (attempt.outcome === 'wait') return tooManyRequests(attempt.seconds)
  if (!attempt.result) return authError('reauthentication_not_valid', 'Nonce has expired or is invalid')
  await auth.updateTable('auth.sessions').set({ proven_at: now }).where('id', '=', session.id).execute()
  return { ...session, proven_at: now }
}

/** Both addresses must confirm. With email configured, it hides whether the new one is taken. */
export async function requestEmailChange(
  api: AuthApiDeps,
  session: Session,
  input: EmailRequest,
  requestInfo: RequestInfo,
): Promise<AuthError | undefined> {
  const { auth, clock, config } = api.engine
  const user = await readUser(auth, session.user_id)
  if (!user || user.email_key === emailKey(input.email)) return undefined
  if (!isRecentlyAuthenticated(session, clock.now())) {
    return authError('reauthentication_needed', 'Email update requires reauthentication')
  }
  const error = await sendLimitError(api.engine, input, requestInfo)
  if (error) return error
  if (config.smtpUrl === undefined && (await hasAccount(auth, input.email))) {
    return emailExists
  }
  await startChange(auth, user.id, { new_email: input.email }, clock.now())
  await enqueueAccountRequest(api.engine, {
    kind: 'change',
    user_id: user.id,
    app: appRedirect(config, input),
  })
  return undefined
}
