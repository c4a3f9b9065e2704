import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../platform/database/pool.server.ts'
import {
  checkPassword,
  hashPassword,
  isOutdatedHash,
} from '../../platform/passwords/password-hashing.server.ts'
import { findWeaknesses } from '../../platform/passwords/password-strength.server.ts'
import type { RequestOf } from './accounts/pending-requests.contract.ts'
import { enqueueAccountRequest } from './accounts/pending-requests.writes.server.ts'
import { emptyProfile } from './accounts/unverified.rules.ts'
import {
  type LinkOutcome,
  type PendingIntent,
  type SignInOutcome,
  type SignUpOutcome,
  wanted as wantedFrom,
} from './identity.contract.ts'
import { readUser, readUserByEmail, readUserByPhone } from './identity.reads.server.ts'
import { emailKey } from './identity.rules.ts'
import { readMailLink } from './messages/messages.reads.server.ts'
import type { AppRedirect } from './messages/messages.rules.ts'
import { consumeEmailToken } from './messages/messages.writes.server.ts'
import { type AuthEngine, type RequestInfo, startSession } from './sessions/sessions.writes.server.ts'

type NewAccount = Omit<RequestOf<'sign_up'>, 'kind'>
type SignUpInput = {
  email: string
  password: string
  wanted?: PendingIntent | undefined
  app?: AppRedirect
  userData?: { user_metadata: Record<string, unknown>; of_age: boolean }
}

/**
 * Signs up. With SMTP, every address gets the same response after the same work (no account enumeration).
 * Without SMTP (local only), a taken address is reported.
 * @param input `app`: the requesting app
 */
export async function signUp(
  engine: AuthEngine,
  input: SignUpInput,
  requestInfo: RequestInfo,
): Promise<SignUpOutcome> {
  const result = await attemptSignUp(engine, input, requestInfo)
  const succeeded = result.outcome === 'signed_in' || result.outcome === 'check_mail'
  const outcome = result.outcome === 'wait' ? 'paused' : succeeded ? 'succeeded' : 'refused'
  engine.recordSignIn({ kind: 'sign_up', outcome })
  return result
}

async function attemptSignUp(
  engine: AuthEngine,
  input: SignUpInput,
  requestInfo: RequestInfo,
): Promise<SignUpOutcome> {
  const { limits, config } = engine
  const withMail = config.smtpUrl !== undefined
  if (!withMail && !config.loopback) return { outcome: 'closed' }
  const seconds = await limits.consumeForIp('account', requestInfo.address)
  if (seconds > 0) return { outcome: 'wait', seconds }
  const { email, password, wanted, app, userData = { user_metadata: {}, of_age: true } } = input
  const reasons = await findWeaknesses(password, [email, email.split('@')[0] ?? ''])
  if (reasons.length > 0) return { outcome: 'weak', reasons }
  // Nobody may flood a mailbox.
  const full = withMail ? await limits.consume('mail', emailKey(email)) : 0
  if (full > 0) return { outcome: 'wait', seconds: full }
  const account = { email, user_id: uuidv7(), password_hash: await hashPassword(password), ...userData }
  if (withMail) {
    await enqueueAccountRequest(engine, { kind: 'sign_up', ...account, wanted, app })
    return { outcome: 'check_mail', user_id: account.user_id }
  }
  if (!(await createConfirmedAccount(engine, account))) return { outcome: 'taken' }
  const started = await startSession(engine, account.user_id, { ...requestInfo, method: 'password' })
  // Without a session, the account was suspended in the meantime.
  return started ? { outcome: 'signed_in', ...started } : { outcome: 'closed' }
}

function createConfirmedAccount({ auth, clock }: AuthEngine, account: NewAccount): Promise<boolean> {
  const now = clock.now()
  return auth.transaction().execute(async (transaction) => {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('auth.users')
      .values({
        id: account.user_id,
        email: account.email.trim(),
        email_key: emailKey(account.email),
        email_confirmed_at: now,
        password_hash: account.password_hash,
        of_age_at: account.of_age ? now : null,
        user_metadata: JSON.stringify(account.user_metadata),
      })
      .onConflict((conflict) => conflict.column('email_key').doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) return false
    await addEmailIdentity(transaction, account.user_id, account.email, now)
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
    .onConflict((conflict) => conflict.columns(['provider', 'provider_id', 'issuer']).doNothing())
    .execute()
}

/**
 * Signs in with a password. Neither response nor timing reveals an account; only the right password reveals a
 * suspension. Unverified accounts can't sign in: an attacker who signed up with someone else's address could test
 * whose password counts.
 */
export async function signIn(
  engine: AuthEngine,
  input: { email: string; password: string } | { phone: string; password: string },
  requestInfo: RequestInfo,
): Promise<SignInOutcome> {
  const { auth, limits } = engine
  const account = 'phone' in input ? `+${input.phone}` : emailKey(input.email)
  const findUser = () =>
    'phone' in input ? readUserByPhone(auth, input.phone) : readUserByEmail(auth, input.email)
  const judged = await limits.attempt(
    { kind: 'password', account, clientIp: requestInfo.address },
    async () => {
      const user = await findUser()
      const confirmed = 'phone' in input ? user?.phone_confirmed_at : user?.email_confirmed_at
      const right = await checkPassword(input.password, user?.password_hash)
      return confirmed && right ? user : undefined
    },
  )
  if (judged.outcome === 'wait') return judged
  const user = judged.result
  if (!user) return { outcome: 'wrong' }
  const password_hash = await rehashIfOutdated(engine, user, input.password)
  const started = await startSession(engine, user.id, { ...requestInfo, method: 'password', password_hash })
  if (!started) {
    const { status } = (await findUser()) ?? {}
    return { outcome: status === 'suspended' ? status : 'wrong' }
  }
  return { outcome: started.session.owes_factor ? 'needs_factor' : 'signed_in', ...started }
}

/** Rehashes the right password if its hash is outdated (ASVS 5.0, 11.2.2). */
async function rehashIfOutdated(
  { auth }: AuthEngine,
  { id, password_hash }: { id: string; password_hash: string | null },
  password: string,
): Promise<string | null> {
  if (!password_hash || !isOutdatedHash(password_hash)) return password_hash
  const newHash = await hashPassword(password)
  const { numUpdatedRows } = await auth
    .updateTable('auth.users')
    .set({ password_hash: newHash })
    .where('id', '=', id)
    // Unless changed meanwhile.
    .where('password_hash', '=', password_hash)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? newHash : password_hash
}

/**
 * Signs in with an emailed link. Only a button press leads here: email scanners open links (decision 008).
 * @param password required for a sign-up's link: a stranger may have signed up with this address and know the
 *   account's password
 */
export async function signInByLink(
  engine: AuthEngine,
  token: string,
  requestInfo: RequestInfo,
  password?: string,
): Promise<LinkOutcome> {
  const result = await redeemLink(engine, token, requestInfo, password)
  const { outcome } = result
  if (outcome === 'signed_in' || outcome === 'gone') {
    engine.recordSignIn({ kind: 'mailed_link', outcome: outcome === 'gone' ? 'wrong' : 'succeeded' })
  }
  return result
}

async function redeemLink(
  engine: AuthEngine,
  token: string,
  requestInfo: RequestInfo,
  password?: string,
): Promise<LinkOutcome> {
  const now = engine.clock.now()
  const link = await readMailLink(engine.auth, token, now)
  if (!link) return { outcome: 'gone' }
  const existing = await readUser(engine.auth, link.user_id)
  const signUpHash = link.purpose === 'signup' ? (existing?.password_hash ?? null) : null
  const error =
    signUpHash && (await checkSignUpPassword(engine, link.user_id, { password, signUpHash }, requestInfo))
  if (error) return error
  const user = await engine.auth.transaction().execute(async (transaction) => {
    // Account deletion locks in this order too.
    const current = await transaction
      .selectFrom('auth.users')
      .select('email_confirmed_at')
      .where('id', '=', link.user_id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    const redeemed = await consumeEmailToken(transaction, { token }, ['signup', 'magiclink', 'invite'], now)
    if (!current || !redeemed) return undefined
    const isOwnSignUp = current.email_confirmed_at !== null || redeemed.purpose === 'signup'
    const confirmed = await transaction
      .updateTable('auth.users')
      .set({
        email_confirmed_at: current.email_confirmed_at ?? now,
        // Someone else may have signed up with this address: drop their password and metadata.
        ...(!isOwnSignUp && { ...emptyProfile, password_hash: null }),
      })
      .where('id', '=', redeemed.user_id)
      .where('status', '!=', 'suspended')
      // The checked password must still be current.
      .$if(redeemed.purpose === 'signup', (query) =>
        query.where('password_hash', 'is not distinct from', signUpHash),
      )
      .returning('id')
      .executeTakeFirst()
    return confirmed && { ...confirmed, wanted: redeemed.wanted }
  })
  if (!user) return { outcome: 'gone' }
  const started = await startSession(engine, user.id, { ...requestInfo, method: 'otp' })
  if (!started) return { outcome: 'gone' }
  return { outcome: 'signed_in', ...started, wanted: wantedFrom.safeParse(user.wanted).data }
}

/** Checks the password chosen at sign-up; returns the error. */
export async function checkSignUpPassword(
  { limits }: AuthEngine,
  user_id: string,
  { password, signUpHash }: { password: string | undefined; signUpHash: string },
  { address }: RequestInfo,
): Promise<{ outcome: 'wrong' } | { outcome: 'wait'; seconds: number } | undefined> {
  const judged = await limits.attempt(
    { kind: 'password', account: user_id, clientIp: address },
    () => checkPassword(password ?? '', signUpHash),
    Boolean,
  )
  if (judged.outcome === 'wait') return judged
  return judged.result ? undefined : { outcome: 'wrong' }
}
