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
import type { Answer, EmailLinkFields, Refusal } from '../auth-api.contract.ts'
import { appRedirect, refuse, tooMany } from '../auth-api.rules.ts'
import type { AuthApiDeps } from '../auth-api.writes.server.ts'
import { tooManyTexts } from './phones.writes.server.ts'

const done: Answer = { body: {} }

/** Counts every address alike, before anything is done. @returns the refusal of one that was written to too often */
async function tooManyLetters(
  { engine }: AuthApiDeps,
  email: string,
  requestInfo: Pick<RequestInfo, 'address'>,
): Promise<Refusal | undefined> {
  const { limits } = engine
  const seconds =
    (await limits.consumeForIp('mail', requestInfo.address)) ||
    (await limits.consume('mail', emailKey(email)))
  return seconds > 0
    ? refuse('over_email_send_rate_limit', 'email rate limit exceeded', { seconds })
    : undefined
}

/** The answer is the same for every address, in words and in time: a job looks whether there is an account. */
async function ask(
  wire: AuthApiDeps,
  requestInfo: Pick<RequestInfo, 'address'>,
  asked: Extract<Request, { email: string }>,
): Promise<Answer> {
  const refused = await tooManyLetters(wire, asked.email, requestInfo)
  if (refused) return refused
  await enqueueAccountRequest(wire.engine, asked)
  return done
}

/** A code and a link to sign in with, for an account that is there, or a new one. */
export async function askForSignIn(
  wire: AuthApiDeps,
  given: EmailLinkFields & {
    email: string
    create_user: boolean
    data?: Record<string, unknown> | undefined
  },
  requestInfo: RequestInfo,
): Promise<Answer> {
  const { email, create_user: open, data = {} } = given
  const { config } = wire.engine
  if (open && config.smtpUrl === undefined && !config.loopback) {
    return refuse('signup_disabled', 'Signups not allowed for this instance')
  }
  const app = appRedirect(config, given)
  return ask(wire, requestInfo, { kind: 'sign_in', email, open, ...userMetadata(data), app })
}

export const askForRecovery = (
  wire: AuthApiDeps,
  given: EmailLinkFields & { email: string },
  requestInfo: RequestInfo,
): Promise<Answer> =>
  ask(wire, requestInfo, {
    kind: 'recovery',
    email: given.email,
    app: appRedirect(wire.engine.config, given),
  })

export const askAgain = (
  wire: AuthApiDeps,
  given: EmailLinkFields & { email: string },
  requestInfo: RequestInfo,
): Promise<Answer> =>
  ask(wire, requestInfo, { kind: 'confirm', email: given.email, app: appRedirect(wire.engine.config, given) })

/**
 * The emails of a pending change of address once more, for the user who began it: without a session anyone could keep a change alive
 * that its owner knows nothing of.
 *
 * @param email the account's own address or the new one, counted as every address is
 */
export async function askForChangeAgain(
  wire: AuthApiDeps,
  { user_id }: Session,
  given: EmailLinkFields & { email: string },
  requestInfo: RequestInfo,
): Promise<Answer> {
  const refused = await tooManyLetters(wire, given.email, requestInfo)
  if (refused) return refused
  await enqueueAccountRequest(wire.engine, {
    kind: 'change',
    user_id,
    app: appRedirect(wire.engine.config, given),
  })
  return done
}

/** A code by mail, for whoever is signed in and has to show again who they are. */
export async function askForProof(
  wire: AuthApiDeps,
  session: Session,
  requestInfo: RequestInfo,
): Promise<Answer> {
  const user = await readUser(wire.engine.auth, session.user_id)
  const { email, phone } = user ?? {}
  if (user && !email && phone && wire.engine.config.authApi.phone) {
    if (!user.phone_confirmed_at) return refuse('phone_not_confirmed', 'Please verify your phone first.')
    const refused = await tooManyTexts(wire, phone, requestInfo)
    if (refused) return refused
    const text = { purpose: 'reauthentication', sent_to: phone, channel: 'sms' } as const
    await queueEmail(wire.engine, { user_id: user.id, ...text })
    return done
  }
  if (!user || !email)
    return refuse(
      'validation_failed',
      'Reauthentication requires the user to have an email or a phone number',
    )
  if (!user.email_confirmed_at)
    return refuse('email_not_confirmed', 'Please verify your email first.', { status: 422 })
  const refused = await tooManyLetters(wire, email, requestInfo)
  if (refused) return refused
  await queueEmail(wire.engine, { user_id: user.id, purpose: 'reauthentication', sent_to: email })
  return done
}

/** Takes that code. @returns the session, proven anew */
export async function proveByNonce(
  { engine }: AuthApiDeps,
  session: Session,
  nonce: string,
  requestInfo: RequestInfo,
): Promise<Session | Refusal> {
  const { auth, clock, limits, masterKey } = engine
  const now = clock.now()
  const { user_id } = session
  const judged = await limits.attempt(
    { kind: 'mailed_code', account: user_id, clientIp: requestInfo.address, isCode: true },
    () => consumeEmailToken(auth, { user_id, code: nonce, masterKey }, ['reauthentication'], now),
  )
  if (judged.outcome === 'wait') return tooMany(judged.seconds)
  if (!judged.result) return refuse('reauthentication_not_valid', 'Nonce has expired or is invalid')
  await auth.updateTable('auth.sessions').set({ proven_at: now }).where('id', '=', session.id).execute()
  return { ...session, proven_at: now }
}

/**
 * Begins to move an account to another address: letters go to both, and both have to say yes. With mail nobody learns here
 * that an address is taken; its owner does.
 */
export async function changeAddress(
  wire: AuthApiDeps,
  session: Session,
  given: EmailLinkFields & { email: string },
  requestInfo: RequestInfo,
): Promise<Refusal | undefined> {
  const { auth, clock, config } = wire.engine
  const user = await readUser(auth, session.user_id)
  if (!user || user.email_key === emailKey(given.email)) return undefined
  if (!isRecentlyAuthenticated(session, clock.now())) {
    return refuse('reauthentication_needed', 'Email update requires reauthentication')
  }
  const refused = await tooManyLetters(wire, given.email, requestInfo)
  if (refused) return refused
  if (config.smtpUrl === undefined && (await hasAccount(auth, given.email))) {
    return refuse('email_exists', 'A user with this email address has already been registered')
  }
  await startChange(auth, user.id, { new_email: given.email }, clock.now())
  await enqueueAccountRequest(wire.engine, {
    kind: 'change',
    user_id: user.id,
    app: appRedirect(config, given),
  })
  return undefined
}
