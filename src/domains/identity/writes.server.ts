import { sql } from 'kysely'
import { validate as isUuid, v7 as uuidv7 } from 'uuid'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.server.ts'
import { hashToken, type MasterKey, randomToken } from '../../platform/crypto.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import type { Limits } from '../../platform/limits.server.ts'
import type { Log } from '../../platform/log.server.ts'
import { mintOwner } from '../../platform/mint-owner.ts'
import { weaknesses } from '../../platform/password-strength.server.ts'
import { checkPassword, hashPassword } from '../../platform/passwords.server.ts'
import {
  type LinkOutcome,
  type Session,
  type SignInOutcome,
  type SignUpOutcome,
  type Wanted,
  wanted as wantedFrom,
} from './contract.ts'
import { readMailLink } from './mail/reads.server.ts'
import type { AppWish } from './mail/rules.ts'
import { redeemMailToken } from './mail/writes.server.ts'
import { ensureProfile } from './profile/writes.server.ts'
import { readSession, readUser, readUserByEmail } from './reads.server.ts'
import type { Request } from './requests/contract.ts'
import { keepRequest } from './requests/writes.server.ts'
import { emailKey, sessionEnd } from './rules.ts'

/** What sign-in works with. */
export type Engine = {
  auth: Database
  app: Database
  limits: Limits
  masterKey: MasterKey
  clock: Clock
  log: Log
  config: Pick<Config, 'smtpUrl' | 'loopback' | 'publicUrl' | 'redirectUrls' | 'providers'>
}

type NewAccount = Omit<Extract<Request, { kind: 'sign_up' }>, 'kind'>

/** Who is asking, as far as limits and lists go. */
export type Asker = {
  device: string /** the network address, for limits alone */
  address: string
  shared_device: boolean
}

/**
 * A new account. With mail, every address gets the same answer after the same work: a job makes the account, and the mailbox
 * learns the rest. Without mail (this machine alone) an address that is taken must be said to be (docs/threat-model.md).
 *
 * @param given `app`: the app that asks, where it is not our own pages; `told`: what it says of the person, where our own form
 *   was not there to ask their age
 */
export async function signUp(
  engine: Engine,
  given: {
    email: string
    password: string
    wanted?: Wanted | undefined
    app?: AppWish
    told?: { user_metadata: Record<string, unknown>; of_age: boolean }
  },
  asker: Asker,
): Promise<SignUpOutcome> {
  const { limits, config } = engine
  const withMail = config.smtpUrl !== undefined
  if (!withMail && !config.loopback) return { outcome: 'closed' }
  const seconds = await limits.take('account', asker.address)
  if (seconds > 0) return { outcome: 'wait', seconds }
  const { email, password, wanted, app, told = { user_metadata: {}, of_age: true } } = given
  const reasons = weaknesses(password, [email, email.split('@')[0] ?? ''])
  if (reasons.length > 0) return { outcome: 'weak', reasons }
  // One mailbox is not filled by whoever knows its address.
  const full = withMail ? await limits.take('mail', emailKey(email)) : 0
  if (full > 0) return { outcome: 'wait', seconds: full }
  const made = { email, user_id: uuidv7(), password_hash: await hashPassword(password), ...told }
  if (withMail) {
    await keepRequest(engine, { kind: 'sign_up', ...made, wanted, app })
    return { outcome: 'check_mail', user_id: made.user_id }
  }
  if (!(await openAccount(engine, made))) return { outcome: 'taken' }
  const started = await startSession(engine, made.user_id, { ...asker, method: 'password' })
  // Suspended in the moment it was made: the operator's word counts.
  return started ? { outcome: 'signed_in', ...started } : { outcome: 'closed' }
}

/** At once, where no mail can be sent. @returns whether the address was free */
function openAccount({ auth, clock }: Engine, made: NewAccount): Promise<boolean> {
  const now = clock.now()
  return auth.transaction().execute(async (transaction) => {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('auth.users')
      .values({
        id: made.user_id,
        email: made.email.trim(),
        email_key: emailKey(made.email),
        email_confirmed_at: now,
        password_hash: made.password_hash,
        of_age_at: made.of_age ? now : null,
        user_metadata: JSON.stringify(made.user_metadata),
      })
      .onConflict((conflict) => conflict.column('email_key').doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) return false
    await addEmailIdentity(transaction, made.user_id, made.email, now)
    return true
  })
}

export async function addEmailIdentity(
  auth: Database,
  user_id: string,
  email: string,
  now: Date,
): Promise<void> {
  await auth
    .insertInto('auth.identities')
    .values({
      id: uuidv7(),
      user_id,
      provider: 'email',
      provider_id: user_id,
      identity_data: JSON.stringify({ sub: user_id, email: email.trim() }),
      last_sign_in_at: now,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_id']).doNothing())
    .execute()
}

/**
 * Sign-in with a password. Whether an account exists is told by neither words nor time; that it is suspended only to who knows
 * its password. An account that was never confirmed is none yet: anybody could sign up with an address of somebody else and
 * read here whether theirs is the password that counts.
 */
export async function signIn(
  engine: Engine,
  given: { email: string; password: string },
  asker: Asker,
): Promise<SignInOutcome> {
  const { auth, limits } = engine
  const account = emailKey(given.email)
  const seconds = (await limits.wait('proof', [asker.address])) || (await limits.take('proof', account))
  if (seconds > 0) return { outcome: 'wait', seconds }
  const user = await readUserByEmail(auth, given.email)
  const right = await checkPassword(given.password, user?.password_hash)
  // Many may have come from there at once: what was wrong meanwhile counts against this one too, and is told of it, be it right
  // or wrong: else the right one would be known among a thousand.
  const late = await limits.wait('proof', [asker.address])
  if (late > 0) return { outcome: 'wait', seconds: late }
  if (!user?.email_confirmed_at || !right) {
    await limits.count('proof', [asker.address])
    return { outcome: 'wrong' }
  }
  if (user.status === 'suspended') return { outcome: 'suspended' }
  await limits.forget('proof', account)
  const compared = { method: 'password', password_hash: user.password_hash }
  const started = await startSession(engine, user.id, { ...asker, ...compared })
  if (!started) {
    const { status } = (await readUserByEmail(auth, given.email)) ?? {}
    return { outcome: status === 'suspended' ? status : 'wrong' }
  }
  return { outcome: started.session.owes_factor ? 'needs_factor' : 'signed_in', ...started }
}

/**
 * Signs in by a mailed link, which shows that the address is the person's. The link leads here only by a press of a button:
 * programs that look at mail open links too (docs/decisions/008).
 *
 * @param password typed beside it, where the letter confirms a sign-up: anybody can sign up with an address of somebody else,
 *   and would know the password of the account that its owner confirms (`mayConfirm`)
 * @returns `gone` when the link was used, replaced or is older than an hour
 */
export async function signInByLink(
  engine: Engine,
  token: string,
  asker: Asker,
  password?: string,
): Promise<LinkOutcome> {
  const now = engine.clock.now()
  const link = await readMailLink(engine.auth, token, now)
  if (!link) return { outcome: 'gone' }
  const held = await readUser(engine.auth, link.user_id)
  const chosen = link.purpose === 'signup' ? (held?.password_hash ?? null) : null
  const refused = chosen && (await mayConfirm(engine, link.user_id, { password, chosen }, asker))
  if (refused) return refused
  const user = await engine.auth.transaction().execute(async (transaction) => {
    const redeemed = await redeemMailToken(transaction, { token }, ['signup', 'magiclink', 'invite'], now)
    if (!redeemed) return undefined
    const confirmed = await transaction
      .updateTable('auth.users')
      .set((row) => ({
        email_confirmed_at: row.fn.coalesce('email_confirmed_at', row.val(now)),
        // Somebody else may have signed up with this address and waited: their password is not the owner's.
        ...(!chosen && {
          password_hash: sql<
            string | null
          >`case when email_confirmed_at is null then null else password_hash end`,
        }),
      }))
      .where('id', '=', redeemed.user_id)
      .where('status', '!=', 'suspended')
      // The one that was typed, and not one that somebody set meanwhile.
      .$if(chosen !== null, (query) => query.where('password_hash', '=', chosen))
      .returning('id')
      .executeTakeFirst()
    return confirmed && { ...confirmed, wanted: redeemed.wanted }
  })
  if (!user) return { outcome: 'gone' }
  const started = await startSession(engine, user.id, { ...asker, method: 'otp' })
  if (!started) return { outcome: 'gone' }
  return { outcome: 'signed_in', ...started, wanted: wantedFrom.safeParse(user.wanted).data }
}

/** Whether who pressed is who signed up: by the password. Wrong ones are counted. */
async function mayConfirm(
  { limits }: Engine,
  user_id: string,
  { password, chosen }: { password: string | undefined; chosen: string },
  { address }: Asker,
): Promise<{ outcome: 'wrong' } | { outcome: 'wait'; seconds: number } | undefined> {
  const seconds = (await limits.wait('proof', [address])) || (await limits.take('proof', user_id))
  if (seconds > 0) return { outcome: 'wait', seconds }
  if (!(await checkPassword(password ?? '', chosen))) {
    await limits.count('proof', [address])
    return { outcome: 'wrong' }
  }
  await limits.forget('proof', user_id)
  return undefined
}

/**
 * Opens a session for somebody who has just proven who they are, and makes their profile if there is none (specification
 * point 2). Whoever suspends takes the same row: either this waits and refuses, or its session is ended with the others.
 *
 * @param how `method` as RFC 8176 would name it: password, otp, oauth, webauthn. `password_hash`: what the password was compared
 *   with, so that a change of it meanwhile counts; else who signs in without a pause would outlive it
 * @returns undefined when the account is suspended, or gone, or its password is another now
 */
export async function startSession(
  engine: Engine,
  user_id: string,
  how: {
    device: string
    shared_device: boolean
    method: string
    aal?: 'aal1' | 'aal2'
    password_hash?: string | null
  },
): Promise<{ token: string; session: Session } | undefined> {
  const now = engine.clock.now()
  const token = randomToken()
  const { device, shared_device, method, aal = 'aal1', password_hash } = how
  const amr = [{ method, timestamp: Math.floor(now.getTime() / 1000) }]
  const id = uuidv7()
  const started = await engine.auth.transaction().execute(async (transaction) => {
    const user = await transaction
      .updateTable('auth.users')
      .set({ last_sign_in_at: now })
      .where('id', '=', user_id)
      .where('status', '!=', 'suspended')
      .$if(password_hash !== undefined, (query) => query.where('password_hash', '=', password_hash ?? null))
      .returning('id')
      .executeTakeFirst()
    if (!user) return false
    await transaction
      .insertInto('auth.sessions')
      .values({
        id,
        user_id,
        token_hash: hashToken(token),
        aal,
        amr: JSON.stringify(amr),
        shared_device,
        device,
        created_at: now,
        last_seen_at: now,
        proven_at: now,
        expires_at: sessionEnd(now, shared_device),
      })
      .execute()
    // Sessions that ended by themselves go when their person comes back.
    await transaction
      .deleteFrom('auth.sessions')
      .where('user_id', '=', user_id)
      .where('expires_at', '<=', now)
      .execute()
    return true
  })
  // Looked up, as every request will: suspended since then, it opens nothing.
  const session = started ? await readSession(engine.auth, token, now) : undefined
  if (!session) return undefined
  await ensureProfile(engine, mintOwner({ ...session, session_id: id }))
  return { token, session }
}

/** Ends the session of a cookie, at once and everywhere. Of a session that is gone nothing is said. */
export async function signOut(auth: Database, token: string): Promise<void> {
  await auth.deleteFrom('auth.sessions').where('token_hash', '=', hashToken(token)).execute()
}

/**
 * Ends one of a person's own sessions; another person's is not found.
 *
 * @param session_id as a form says it
 */
export async function endSession(auth: Database, user_id: string, session_id: string): Promise<boolean> {
  if (!isUuid(session_id)) return false
  const { numDeletedRows } = await auth
    .deleteFrom('auth.sessions')
    .where('user_id', '=', user_id)
    .where('id', '=', session_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** @param except the session that stays: the one that asks */
export async function endSessions(auth: Database, user_id: string, except?: string): Promise<void> {
  let query = auth.deleteFrom('auth.sessions').where('user_id', '=', user_id)
  if (except) query = query.where('id', '!=', except)
  await query.execute()
}
