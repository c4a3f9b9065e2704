import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import type { Session } from '../../contract.ts'
import type { MailPurpose } from '../../mail/rules.ts'
import { redeemMailToken, requestMail } from '../../mail/writes.server.ts'
import { readUser, readUserByEmail } from '../../reads.server.ts'
import { emailKey, isProofFresh } from '../../rules.ts'
import { type Asker, addEmailIdentity } from '../../writes.server.ts'
import { saveFirstData } from '../account/writes.server.ts'
import type { Answer, LetterWishes, Refusal } from '../contract.ts'
import { appWish, isRefusal, refuse, tooMany } from '../rules.ts'
import type { Wire } from '../writes.server.ts'

const done: Answer = { body: {} }

/** Milliseconds that every request for a letter takes at least: more than what it takes to write one into the queue. */
const alike = 60

/**
 * Does what may need doing for an address; the answer is the same for every address, in words and in time. The limits count
 * every address alike too.
 */
async function forAddress(
  { engine }: Wire,
  email: string,
  asker: Pick<Asker, 'address'>,
  work: () => Promise<Refusal | undefined>,
): Promise<Answer> {
  const keys = [emailKey(email), asker.address]
  const seconds = await engine.limits.wait('mail', keys)
  if (seconds > 0) return refuse('over_email_send_rate_limit', 'email rate limit exceeded', { seconds })
  await engine.limits.count('mail', keys)
  const [refused] = await Promise.all([work(), sleep(alike)])
  return refused ?? done
}

const send = (
  { engine }: Wire,
  user_id: string,
  purpose: MailPurpose,
  sent_to: string,
  wishes: LetterWishes,
) => requestMail(engine, { user_id, purpose, sent_to, ...appWish(engine.config, wishes) })

/** A code and a link to sign in with, for an account that is there, or a new one. */
export async function askForSignIn(
  wire: Wire,
  given: LetterWishes & { email: string; create_user: boolean; data?: Record<string, unknown> | undefined },
  asker: Asker,
): Promise<Answer> {
  const { email, create_user, data = {} } = given
  const { auth, config } = wire.engine
  if (create_user && config.smtpUrl === undefined && !config.loopback) {
    return refuse('signup_disabled', 'Signups not allowed for this instance')
  }
  return forAddress(wire, email, asker, async () => {
    const known = await readUserByEmail(auth, email)
    if (known?.status === 'suspended' || (!known && !create_user)) return undefined
    const user = known ?? (await openAccount(wire, email))
    if (!user?.email) return undefined
    if (!known) await saveFirstData(wire, email, data, true)
    // A letter that keeps the password is for whoever chose it: this person may be another (see `confirm`).
    const isNew = !user.email_confirmed_at && user.password_hash === null
    await send(wire, user.id, isNew ? 'signup' : 'magiclink', user.email, given)
    return undefined
  })
}

async function openAccount({ engine }: Wire, email: string) {
  await engine.auth.transaction().execute(async (transaction) => {
    const made = await transaction
      .insertInto('auth.users')
      .values({ id: uuidv7(), email, email_key: emailKey(email) })
      .onConflict((conflict) => conflict.column('email_key').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) await addEmailIdentity(transaction, made.id, email, engine.clock.now())
  })
  return readUserByEmail(engine.auth, email)
}

export const askForRecovery = (
  wire: Wire,
  given: LetterWishes & { email: string },
  asker: Asker,
): Promise<Answer> =>
  forAddress(wire, given.email, asker, async () => {
    const user = await readUserByEmail(wire.engine.auth, given.email)
    if (user?.email && user.status !== 'suspended') await send(wire, user.id, 'recovery', user.email, given)
    return undefined
  })

export const askAgain = (
  wire: Wire,
  type: 'signup' | 'email_change',
  given: LetterWishes & { email: string },
  asker: Asker,
): Promise<Answer> =>
  forAddress(wire, given.email, asker, async () => {
    const user = await readUserByEmail(wire.engine.auth, given.email)
    if (!user?.email || user.status === 'suspended') return undefined
    if (type === 'signup' && !user.email_confirmed_at) await send(wire, user.id, 'signup', user.email, given)
    if (type === 'email_change' && user.new_email)
      await sendChange(wire, { ...user, new_email: user.new_email }, given)
    return undefined
  })

/** A code by mail, for whoever is signed in and has to show again who they are. */
export async function askForProof(wire: Wire, session: Session, asker: Asker): Promise<Answer> {
  const user = await readUser(wire.engine.auth, session.user_id)
  const { email } = user ?? {}
  if (!user || !email)
    return refuse('validation_failed', 'Reauthentication requires the user to have an email')
  if (!user.email_confirmed_at) return refuse('email_not_confirmed', 'Please verify your email first.')
  return forAddress(wire, email, asker, async () => {
    await send(wire, user.id, 'reauthentication', email, {})
    return undefined
  })
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
  const keys = [session.user_id, asker.address]
  const seconds = await limits.wait('proof', keys)
  if (seconds > 0) return tooMany(seconds)
  const proof = { user_id: session.user_id, code: nonce, masterKey }
  if (!(await redeemMailToken(auth, proof, ['reauthentication'], now))) {
    await limits.count('proof', keys)
    return refuse('reauthentication_not_valid', 'Nonce has expired or is invalid')
  }
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
  const answer = await forAddress(wire, given.email, asker, async () => {
    const holder = await readUserByEmail(auth, given.email)
    if (holder && config.smtpUrl === undefined) {
      return refuse('email_exists', 'A user with this email address has already been registered')
    }
    await auth
      .updateTable('auth.users')
      .set({ new_email: given.email, updated_at: clock.now() })
      .where('id', '=', user.id)
      .execute()
    if (holder?.email) {
      await send(wire, holder.id, 'taken', holder.email, {})
      if (user.email) await send(wire, user.id, 'email_change_current', user.email, given)
    } else await sendChange(wire, { ...user, new_email: given.email }, given)
    return undefined
  })
  return isRefusal(answer) ? answer : undefined
}

async function sendChange(
  wire: Wire,
  user: { id: string; email: string | null; new_email: string },
  wishes: LetterWishes,
): Promise<void> {
  if (user.email) await send(wire, user.id, 'email_change_current', user.email, wishes)
  await send(wire, user.id, 'email_change_new', user.new_email, wishes)
}
