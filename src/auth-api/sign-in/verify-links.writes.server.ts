import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { hasAccount } from '../../domains/identity/accounts/unverified.reads.server.ts'
import { emptyProfile } from '../../domains/identity/accounts/unverified.rules.ts'
import { confirmEmailChange, orTaken } from '../../domains/identity/credentials/email.writes.server.ts'
import { emailKey } from '../../domains/identity/identity.rules.ts'
import type { MailPurpose } from '../../domains/identity/messages/messages.rules.ts'
import { consumeEmailToken, type MailToken } from '../../domains/identity/messages/messages.writes.server.ts'
import type { AuthEngine, RequestInfo } from '../../domains/identity/sessions/sessions.writes.server.ts'
import { checkSignUpPassword } from '../../domains/identity/sign-in.writes.server.ts'
import { hashToken } from '../../platform/crypto.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import type { AuthError, Result } from '../auth-api.contract.ts'
import { emailExists, invalidCode, isAuthError, tooManyRequests, userBanned } from '../auth-api.rules.ts'
import { type AuthApiDeps, createBearerSession } from '../auth-api.writes.server.ts'
import { issueAuthCode } from '../oauth/pkce-codes.writes.server.ts'
import { openSigner } from '../sessions/tokens.writes.server.ts'
import type { AppLink } from './verify-links.contract.ts'
import { type AppLinkState, readAppLink } from './verify-links.reads.server.ts'
import { invalidLink, isPkce, redirectUrlWithResult, urlWithCode } from './verify-links.rules.ts'

const confirmOtherEmail = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

type LinkOrCode = { token: string } | { email: string; code: string }
/** `half`: one of two addresses. */
type Verified = { user_id: string; row: MailToken } | { half: true; row: MailToken } | AuthError

/** Starts a session with an emailed token or code. */
export async function verifyEmailOtp(
  api: AuthApiDeps,
  key: LinkOrCode,
  purposes: readonly MailPurpose[],
  requestInfo: RequestInfo,
): Promise<Result> {
  const verified = await verify(api, key, purposes, requestInfo)
  if (isAuthError(verified)) return verified
  if ('half' in verified) return { body: { msg: confirmOtherEmail, code: '200' } }
  return createBearerSession(api, verified.user_id, 'otp', requestInfo)
}

/** Follows a link once its page is clicked. @returns no URL for an invalid link without an app */
export async function followLink(
  engine: AuthEngine,
  link: AppLink,
  requestInfo: RequestInfo,
  password: string,
): Promise<{ to: URL | undefined } | { outcome: 'wrong' | 'wait'; to: URL; address: string }> {
  const linkState = await readAppLink(engine, link)
  if (linkState.state !== 'waiting') return { to: linkState.to }
  const { asks, to, address } = linkState
  // A later sign-up with another password invalidates it.
  const failure =
    asks &&
    (await checkSignUpPassword(engine, asks.user_id, { password, signUpHash: asks.chosen }, requestInfo))
  return failure
    ? { outcome: failure.outcome, to, address }
    : { to: await follow(engine, link, linkState, requestInfo) }
}

async function follow(
  engine: AuthEngine,
  link: AppLink,
  linkState: Extract<AppLinkState, { state: 'waiting' }>,
  requestInfo: RequestInfo,
): Promise<URL> {
  const api = { engine, sign: openSigner(engine, engine.config.publicUrl) }
  const verified = await verify(api, { token: link.token }, linkState.purposes, requestInfo)
  if (isAuthError(verified)) return redirectUrlWithResult(linkState.to, verified, isPkce(link))
  if ('half' in verified)
    return redirectUrlWithResult(linkState.to, { message: confirmOtherEmail }, isPkce(link))
  const challenge = verified.row.code_challenge
  if (challenge) {
    return urlWithCode(
      linkState.to,
      await issueAuthCode(api, { user_id: verified.user_id, challenge, method: 'otp' }),
    )
  }
  const answer = await createBearerSession(api, verified.user_id, 'otp', requestInfo)
  const params = 'body' in answer ? { ...answer.body, type: link.type } : (answer as AuthError)
  return redirectUrlWithResult(linkState.to, params, false)
}

async function verify(
  api: AuthApiDeps,
  key: LinkOrCode,
  purposes: readonly MailPurpose[],
  requestInfo: Pick<RequestInfo, 'address'>,
): Promise<Verified> {
  const { limits, recordSignIn } = api.engine
  if ('email' in key) {
    const attemptKey = {
      kind: 'mailed_code',
      account: emailKey(key.email),
      clientIp: requestInfo.address,
    } as const
    const attempt = await limits.attempt({ ...attemptKey, isCode: true }, () => redeemAny(api, key, purposes))
    return attempt.outcome === 'wait' ? tooManyRequests(attempt.seconds) : (attempt.result ?? invalidCode)
  }
  // 256 bits cannot be guessed, so links have no limit.
  const verified = await redeemAny(api, key, purposes)
  recordSignIn({ kind: 'mailed_link', outcome: verified ? 'succeeded' : 'wrong' })
  return verified ?? invalidLink
}

async function redeemAny(
  api: AuthApiDeps,
  key: LinkOrCode,
  purposes: readonly MailPurpose[],
): Promise<Verified | undefined> {
  const { auth, clock } = api.engine
  for (const user_id of await candidateUserIds(auth, key, clock.now())) {
    const verified = await orTaken(() =>
      auth.transaction().execute((transaction) => redeem(transaction, api, user_id, key, purposes)),
    )
    if (verified) return 'outcome' in verified ? emailExists : verified
  }
  return undefined
}

/** An unknown address gets a random ID and the same work. */
async function candidateUserIds(auth: Database, key: LinkOrCode, now: Date): Promise<string[]> {
  if ('token' in key) {
    const row = await auth
      .selectFrom('auth.mail_tokens')
      .select('user_id')
      .where('token_hash', '=', hashToken(key.token))
      .executeTakeFirst()
    return row ? [row.user_id] : []
  }
  const rows = await auth
    .selectFrom('auth.users')
    .select('id')
    .where((row) =>
      row.or([
        row('email_key', '=', emailKey(key.email)),
        row.and([row(sql`lower(new_email)`, '=', emailKey(key.email)), row('new_email_until', '>', now)]),
      ]),
    )
    // Anyone can request the same address.
    .orderBy(sql`email_key is not distinct from ${emailKey(key.email)}`, 'desc')
    .orderBy('id')
    .limit(5)
    .execute()
  return rows.length > 0 ? rows.map(({ id }) => id) : [uuidv7()]
}

async function redeem(
  transaction: Database,
  api: AuthApiDeps,
  user_id: string,
  key: LinkOrCode,
  purposes: readonly MailPurpose[],
): Promise<Verified | undefined> {
  const { clock, masterKey } = api.engine
  const now = clock.now()
  // Serializes an address change's confirmations.
  const user = await transaction
    .selectFrom('auth.users')
    .selectAll()
    .where('id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const lookup = 'token' in key ? key : { user_id, code: key.code, masterKey }
  const row = await consumeEmailToken(transaction, lookup, purposes, now)
  if (!row || !user) return undefined
  if ('email' in key && emailKey(row.sent_to) !== emailKey(key.email)) return undefined
  if (user.status === 'suspended') return userBanned
  if (row.purpose === 'email_change_current' || row.purpose === 'email_change_new') {
    const isPending = user.new_email_until !== null && user.new_email_until > now
    return followEmailChange(transaction, { ...user, new_email: isPending ? user.new_email : null }, row, api)
  }
  await confirm(transaction, user, row, now)
  return { user_id, row }
}

/** Only that sign-up's email keeps its password and profile: an attacker may have chosen them. */
async function confirm(
  transaction: Database,
  user: { id: string; email_confirmed_at: Date | null },
  row: MailToken,
  now: Date,
): Promise<void> {
  if (user.email_confirmed_at) return
  await transaction
    .updateTable('auth.users')
    .set({
      email_confirmed_at: now,
      updated_at: now,
      ...(row.purpose !== 'signup' && { ...emptyProfile, password_hash: null }),
    })
    .where('id', '=', user.id)
    .execute()
}

async function followEmailChange(
  transaction: Database,
  user: { id: string; email: string | null; new_email: string | null; is_anonymous: boolean },
  row: MailToken,
  { engine }: AuthApiDeps,
): Promise<Verified> {
  // Any earlier it would reveal who has an account.
  const isLastConfirmation = !user.email || row.wanted?.other_confirmed
  if (isLastConfirmation && (await hasAccount(transaction, user.new_email ?? ''))) return emailExists
  const withMail = engine.config.smtpUrl !== undefined
  const { outcome } = await confirmEmailChange(transaction, user, row, { now: engine.clock.now(), withMail })
  if (outcome === 'gone') return invalidLink
  return outcome === 'half' ? { half: true, row } : { user_id: user.id, row }
}
