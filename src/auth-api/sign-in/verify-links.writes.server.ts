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
import type { Answer, Refusal } from '../auth-api.contract.ts'
import { isRefusal, paused, refuse, tooMany } from '../auth-api.rules.ts'
import { type AuthApiDeps, createBearerSession } from '../auth-api.writes.server.ts'
import { issueAuthCode } from '../oauth/pkce-codes.writes.server.ts'
import { openSigner } from '../sessions/tokens.writes.server.ts'
import type { AppLink } from './verify-links.contract.ts'
import { type FoundLink, readAppLink } from './verify-links.reads.server.ts'
import { isPkce, redirectUrlWithResult, wrongLink } from './verify-links.rules.ts'

const wrongCode = refuse('otp_expired', 'Token has expired or is invalid')
const taken = refuse('email_exists', 'A user with this email address has already been registered')
const half = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

type Key = { token: string } | { email: string; code: string }
/** `half`: one address of two has said yes. */
type Verified = { user_id: string; row: MailToken } | { half: true; row: MailToken } | Refusal

/** Opens a session by what a letter carried: its link's token, or its code together with the address. */
export async function verifyEmailOtp(
  wire: AuthApiDeps,
  key: Key,
  purposes: readonly MailPurpose[],
  requestInfo: RequestInfo,
): Promise<Answer> {
  const verified = await verify(wire, key, purposes, requestInfo)
  if (isRefusal(verified)) return verified
  if ('half' in verified) return { body: { msg: half, code: '200' } }
  return createBearerSession(wire, verified.user_id, 'otp', requestInfo)
}

/**
 * The button of a link's page: an app that asked with a challenge gets a code in the query, every other a session in the
 * fragment, which reaches no server's log (the two flows of the client); what went wrong goes there too.
 *
 * @param password typed beside it, where the page asked for it
 * @returns where to go on, undefined when the link opens nothing and no app is waiting; or why it was not followed
 */
export async function followLink(
  engine: AuthEngine,
  link: AppLink,
  requestInfo: RequestInfo,
  password: string,
): Promise<{ to: URL | undefined } | { outcome: 'wrong' | 'wait'; to: URL; address: string }> {
  const found = await readAppLink(engine, link)
  if (found.state !== 'waiting') return { to: found.to }
  const { asks, to, address } = found
  // Signed up anew meanwhile, with another password, its letter counts no more.
  const refused =
    asks &&
    (await checkSignUpPassword(engine, asks.user_id, { password, signUpHash: asks.chosen }, requestInfo))
  return refused
    ? { outcome: refused.outcome, to, address }
    : { to: await follow(engine, link, found, requestInfo) }
}

async function follow(
  engine: AuthEngine,
  link: AppLink,
  found: Extract<FoundLink, { state: 'waiting' }>,
  requestInfo: RequestInfo,
): Promise<URL> {
  const wire = { engine, sign: openSigner(engine, engine.config.publicUrl) }
  const verified = await verify(wire, { token: link.token }, found.purposes, requestInfo)
  if (isRefusal(verified)) return redirectUrlWithResult(found.to, verified, isPkce(link))
  if ('half' in verified) return redirectUrlWithResult(found.to, { message: half }, isPkce(link))
  const challenge = verified.row.code_challenge
  if (challenge) {
    const to = new URL(found.to)
    to.searchParams.set(
      'code',
      await issueAuthCode(wire, { user_id: verified.user_id, challenge, method: 'otp' }),
    )
    return to
  }
  const answer = await createBearerSession(wire, verified.user_id, 'otp', requestInfo)
  const said = 'body' in answer ? { ...answer.body, type: link.type } : (answer as Refusal)
  return redirectUrlWithResult(found.to, said, false)
}

async function verify(
  wire: AuthApiDeps,
  key: Key,
  purposes: readonly MailPurpose[],
  requestInfo: Pick<RequestInfo, 'address'>,
): Promise<Verified> {
  const { limits, recordSignIn } = wire.engine
  if ('email' in key) {
    const guess = {
      kind: 'mailed_code',
      account: emailKey(key.email),
      clientIp: requestInfo.address,
    } as const
    const judged = await limits.attempt({ ...guess, isCode: true }, () => redeemAny(wire, key, purposes))
    return judged.outcome === 'wait' ? tooMany(judged.seconds) : (judged.result ?? wrongCode)
  }
  // Nobody guesses 256 bits: a link is never paused by the wrong codes of another, and one that is opened ten times is no attack.
  const verified = await redeemAny(wire, key, purposes)
  recordSignIn({ kind: 'mailed_link', outcome: verified ? 'succeeded' : 'wrong' })
  return verified ?? wrongLink
}

/** @returns undefined when it is nobody's */
async function redeemAny(
  wire: AuthApiDeps,
  key: Key,
  purposes: readonly MailPurpose[],
): Promise<Verified | undefined> {
  const { auth, clock } = wire.engine
  for (const user_id of await candidates(auth, key, clock.now())) {
    const verified = await orTaken(() =>
      auth.transaction().execute((transaction) => redeem(transaction, wire, user_id, key, purposes)),
    )
    if (verified) return 'outcome' in verified ? taken : verified
  }
  return undefined
}

/** Whose it may be. An address that nobody has is tried all the same, on nobody. */
async function candidates(auth: Database, key: Key, now: Date): Promise<string[]> {
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
    // The holder first: others can wish for the same address as often as they like.
    .orderBy(sql`email_key is not distinct from ${emailKey(key.email)}`, 'desc')
    .orderBy('id')
    .limit(5)
    .execute()
  return rows.length > 0 ? rows.map(({ id }) => id) : [uuidv7()]
}

async function redeem(
  transaction: Database,
  wire: AuthApiDeps,
  user_id: string,
  key: Key,
  purposes: readonly MailPurpose[],
): Promise<Verified | undefined> {
  const { clock, masterKey } = wire.engine
  const now = clock.now()
  // The two letters of a change of address, opened at once, take turns.
  const user = await transaction
    .selectFrom('auth.users')
    .selectAll()
    .where('id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const given = 'token' in key ? key : { user_id, code: key.code, masterKey }
  const row = await consumeEmailToken(transaction, given, purposes, now)
  if (!row || !user) return undefined
  if ('email' in key && emailKey(row.sent_to) !== emailKey(key.email)) return undefined
  if (user.status === 'suspended') return paused
  if (row.purpose === 'email_change_current' || row.purpose === 'email_change_new') {
    const isPending = user.new_email_until !== null && user.new_email_until > now
    return changeAddress(transaction, { ...user, new_email: isPending ? user.new_email : null }, row, wire)
  }
  await confirm(transaction, user, row, now)
  return { user_id, row }
}

/**
 * The address is theirs who reads its letters. A password that somebody chose before the address was confirmed stays only
 * when the letter was the one of that sign-up, and with it what was said of them: else a stranger could wait behind it for the
 * owner of the address.
 */
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

/** As on our own pages, but for the words. */
async function changeAddress(
  transaction: Database,
  user: { id: string; email: string | null; new_email: string | null; is_anonymous: boolean },
  row: MailToken,
  { engine }: AuthApiDeps,
): Promise<Verified> {
  // Said only once both addresses have said yes: else asking would tell who has an account.
  const isLast = !user.email || row.wanted?.other_confirmed
  if (isLast && (await hasAccount(transaction, user.new_email ?? ''))) return taken
  const withMail = engine.config.smtpUrl !== undefined
  const { outcome } = await confirmEmailChange(transaction, user, row, { now: engine.clock.now(), withMail })
  if (outcome === 'gone') return wrongLink
  return outcome === 'half' ? { half: true, row } : { user_id: user.id, row }
}
