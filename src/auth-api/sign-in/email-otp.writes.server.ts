import type { Request } from '../../domains/identity/accounts/pending-requests.contract.ts'
import { keepRequest } from '../../domains/identity/accounts/pending-requests.writes.server.ts'
import { hasAccount } from '../../domains/identity/accounts/unverified.reads.server.ts'
import { beginMove } from '../../domains/identity/credentials/email.writes.server.ts'
import type { Session } from '../../domains/identity/identity.contract.ts'
import { readUser } from '../../domains/identity/identity.reads.server.ts'
import { emailKey, isProofFresh } from '../../domains/identity/identity.rules.ts'
import { redeemMailToken, requestMail } from '../../domains/identity/messages/messages.writes.server.ts'
import type { Asker } from '../../domains/identity/sessions/sessions.writes.server.ts'
import { toldBy } from '../account/account.rules.ts'
import type { Answer, LetterWishes, Refusal } from '../auth-api.contract.ts'
import { appWish, refuse, tooMany } from '../auth-api.rules.ts'
import type { Wire } from '../auth-api.writes.server.ts'
import { tooManyTexts } from './phones.writes.server.ts'

const done: Answer = { body: {} }

/** Counts every address alike, before anything is done. @returns the refusal of one that was written to too often */
async function tooManyLetters(
  { engine }: Wire,
  email: string,
  asker: Pick<Asker, 'address'>,
): Promise<Refusal | undefined> {
  const { limits } = engine
  const seconds =
    (await limits.takeFrom('mail', asker.address)) || (await limits.take('mail', emailKey(email)))
  return seconds > 0
    ? refuse('over_email_send_rate_limit', 'email rate limit exceeded', { seconds })
    : undefined
}

/** The answer is the same for every address, in words and in time: a job looks whether there is an account. */
async function ask(
  wire: Wire,
  asker: Pick<Asker, 'address'>,
  asked: Extract<Request, { email: string }>,
): Promise<Answer> {
  const refused = await tooManyLetters(wire, asked.email, asker)
  if (refused) return refused
  await keepRequest(wire.engine, asked)
  return done
}

/** A code and a link to sign in with, for an account that is there, or a new one. */
export async function askForSignIn(
  wire: Wire,
  given: LetterWishes & { email: string; create_user: boolean; data?: Record<string, unknown> | undefined },
  asker: Asker,
): Promise<Answer> {
  const { email, create_user: open, data = {} } = given
  const { config } = wire.engine
  if (open && config.smtpUrl === undefined && !config.loopback) {
    return refuse('signup_disabled', 'Signups not allowed for this instance')
  }
  const app = appWish(config, given)
  return ask(wire, asker, { kind: 'sign_in', email, open, ...toldBy(data), app })
}

export const askForRecovery = (
  wire: Wire,
  given: LetterWishes & { email: string },
  asker: Asker,
): Promise<Answer> =>
  ask(wire, asker, { kind: 'recovery', email: given.email, app: appWish(wire.engine.config, given) })

export const askAgain = (
  wire: Wire,
  given: LetterWishes & { email: string },
  asker: Asker,
): Promise<Answer> =>
  ask(wire, asker, { kind: 'confirm', email: given.email, app: appWish(wire.engine.config, given) })

/**
 * The emails of a pending change of address once more, for the user who began it: without a session anyone could keep a change alive
 * that its owner knows nothing of.
 *
 * @param email the account's own address or the new one, counted as every address is
 */
export async function askForChangeAgain(
  wire: Wire,
  { user_id }: Session,
  given: LetterWishes & { email: string },
  asker: Asker,
): Promise<Answer> {
  const refused = await tooManyLetters(wire, given.email, asker)
  if (refused) return refused
  await keepRequest(wire.engine, { kind: 'change', user_id, app: appWish(wire.engine.config, given) })
  return done
}

/** A code by mail, for whoever is signed in and has to show again who they are. */
export async function askForProof(wire: Wire, session: Session, asker: Asker): Promise<Answer> {
  const user = await readUser(wire.engine.auth, session.user_id)
  const { email, phone } = user ?? {}
  if (user && !email && phone && wire.engine.config.wire.phone) {
    if (!user.phone_confirmed_at) return refuse('phone_not_confirmed', 'Please verify your phone first.')
    const refused = await tooManyTexts(wire, phone, asker)
    if (refused) return refused
    const text = { purpose: 'reauthentication', sent_to: phone, channel: 'sms' } as const
    await requestMail(wire.engine, { user_id: user.id, ...text })
    return done
  }
  if (!user || !email)
    return refuse(
      'validation_failed',
      'Reauthentication requires the user to have an email or a phone number',
    )
  if (!user.email_confirmed_at)
    return refuse('email_not_confirmed', 'Please verify your email first.', { status: 422 })
  const refused = await tooManyLetters(wire, email, asker)
  if (refused) return refused
  await requestMail(wire.engine, { user_id: user.id, purpose: 'reauthentication', sent_to: email })
  return done
}

/** Takes that code. @returns the session, proven anew */
export async function proveByNonce(
  { engine }: Wire,
  session: Session,
  nonce: string,
  asker: Asker,
): Promise<Session | Refusal> {
  const { auth, clock, limits, masterKey } = engine
  const now = clock.now()
  const { user_id } = session
  const judged = await limits.judge(
    { kind: 'mailed_code', account: user_id, place: asker.address, isCode: true },
    () => redeemMailToken(auth, { user_id, code: nonce, masterKey }, ['reauthentication'], now),
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
  wire: Wire,
  session: Session,
  given: LetterWishes & { email: string },
  asker: Asker,
): Promise<Refusal | undefined> {
  const { auth, clock, config } = wire.engine
  const user = await readUser(auth, session.user_id)
  if (!user || user.email_key === emailKey(given.email)) return undefined
  if (!isProofFresh(session, clock.now())) {
    return refuse('reauthentication_needed', 'Email update requires reauthentication')
  }
  const refused = await tooManyLetters(wire, given.email, asker)
  if (refused) return refused
  if (config.smtpUrl === undefined && (await hasAccount(auth, given.email))) {
    return refuse('email_exists', 'A user with this email address has already been registered')
  }
  await beginMove(auth, user.id, { new_email: given.email }, clock.now())
  await keepRequest(wire.engine, { kind: 'change', user_id: user.id, app: appWish(config, given) })
  return undefined
}
