import { checkPassword, hashPassword } from '../../../platform/passwords/password-hashing.server.ts'
import { findWeaknesses } from '../../../platform/passwords/password-strength.server.ts'
import type { Weakness } from '../../../platform/passwords/password-weakness.ts'
import { enqueueAccountRequest } from '../accounts/pending-requests.writes.server.ts'
import { emptyProfile } from '../accounts/unverified.rules.ts'
import type { Session } from '../identity.contract.ts'
import { readUser, sessionExists } from '../identity.reads.server.ts'
import { emailKey } from '../identity.rules.ts'
import { readMailLink } from '../messages/messages.reads.server.ts'
import { consumeEmailToken } from '../messages/messages.writes.server.ts'
import { sendSecurityNotice } from '../messages/security-notice.writes.server.ts'
import { revokeAccess } from '../sessions/access.writes.server.ts'
import type { AuthEngine, RequestInfo } from '../sessions/sessions.writes.server.ts'
import { addEmailIdentity } from '../sign-in.writes.server.ts'

type Weak = { outcome: 'weak'; reasons: Weakness[] }
export type ChangeOutcome = { outcome: 'changed' | 'wrong' } | Weak | { outcome: 'wait'; seconds: number }

/** Changes a password and ends all other sessions. */
export async function changePassword(
  engine: AuthEngine,
  session: Session,
  input: { current: string; password: string },
  { address }: Pick<RequestInfo, 'address'>,
): Promise<ChangeOutcome> {
  const { auth, limits } = engine
  const guess = { kind: 'password', account: session.user_id, clientIp: address } as const
  const judged = await limits.attempt(guess, async () => {
    const user = await readUser(auth, session.user_id)
    return (await checkPassword(input.current, user?.password_hash)) ? user : undefined
  })
  if (judged.outcome === 'wait') return judged
  const user = judged.result
  if (!user) return { outcome: 'wrong' }
  const reasons = await findWeaknesses(input.password, [user.email ?? ''])
  if (reasons.length > 0) return { outcome: 'weak', reasons }
  // Another password change may have just ended this session.
  const changed = await setPassword(engine, session.user_id, input.password, { keep: session.id })
  return { outcome: changed ? 'changed' : 'wrong' }
}

/** Sets an account's first password. The caller checks reauthentication. */
export async function setFirstPassword(
  engine: AuthEngine,
  session: Session,
  password: string,
): Promise<{ outcome: 'changed' | 'has_one' | 'no_address' } | Weak> {
  const user = await readUser(engine.auth, session.user_id)
  if (!user?.email) return { outcome: 'no_address' }
  const reasons = await findWeaknesses(password, [user.email])
  if (reasons.length > 0) return { outcome: 'weak', reasons }
  const how = { keep: session.id, first: true }
  return { outcome: (await setPassword(engine, session.user_id, password, how)) ? 'changed' : 'has_one' }
}

/** Requests a reset email. A job looks for the account (no enumeration). */
export async function requestRecovery(
  engine: AuthEngine,
  email: string,
  { address }: Pick<RequestInfo, 'address'>,
): Promise<void> {
  const { limits } = engine
  const seconds =
    (await limits.consumeForIp('mail', address)) || (await limits.consume('mail', emailKey(email)))
  if (seconds === 0) await enqueueAccountRequest(engine, { kind: 'recovery', email })
}

/** Sets a password with an emailed link; verifies the address and ends every session, as one may be stolen. */
export async function resetPassword(
  engine: AuthEngine,
  input: { token: string; password: string },
): Promise<ResetOutcome> {
  const result = await attemptReset(engine, input)
  const { outcome } = result
  if (outcome !== 'weak') {
    engine.recordSignIn({ kind: 'password_reset', outcome: outcome === 'gone' ? 'wrong' : 'succeeded' })
  }
  return result
}

type ResetOutcome = { outcome: 'changed' | 'gone' } | Weak

async function attemptReset(
  engine: AuthEngine,
  input: { token: string; password: string },
): Promise<ResetOutcome> {
  const { auth, clock, limits } = engine
  // A weak password must not consume the link.
  const link = await readMailLink(auth, input.token, clock.now())
  if (!link || !purposes.some((one) => one === link.purpose)) return { outcome: 'gone' }
  const reasons = await findWeaknesses(input.password, [link.sent_to])
  if (reasons.length > 0) return { outcome: 'weak', reasons }
  const redeemed = await consumeEmailToken(auth, { token: input.token }, purposes, clock.now())
  if (!redeemed) return { outcome: 'gone' }
  // Someone else verified the address.
  if (!(await setPassword(engine, redeemed.user_id, input.password))) return { outcome: 'gone' }
  // Wrong guesses must not lock out the mailbox's owner.
  await limits.reset('proof', emailKey(redeemed.sent_to))
  return { outcome: 'changed' }
}

/** Sign-up emails too: users may not have chosen that password. */
const purposes = ['recovery', 'taken', 'signup'] as const

/**
 * Stores a password, ends all other access and adds the email identity. The caller checks strength and
 * permission.
 * @param options `keep`: the current session; it must outlast the slow hashing. Without it, an emailed link
 *   verifies the address and clears an earlier sign-up's claims. `first`: only if there is none
 */
export async function setPassword(
  engine: AuthEngine,
  user_id: string,
  password: string,
  { keep, first = false }: { keep?: string; first?: boolean } = {},
): Promise<boolean> {
  const password_hash = await hashPassword(password)
  const now = engine.clock.now()
  return engine.auth.transaction().execute(async (transaction) => {
    const user = await transaction
      .selectFrom('auth.users')
      .select(['email', 'email_confirmed_at', 'password_hash'])
      .where('id', '=', user_id)
      .forUpdate()
      .executeTakeFirst()
    if (!user || (first && user.password_hash !== null)) return false
    if (keep && !(await sessionExists(transaction, { id: keep, user_id }))) return false
    const confirms = !keep && !user.email_confirmed_at
    await transaction
      .updateTable('auth.users')
      .set({ password_hash, updated_at: now, ...(confirms && { ...emptyProfile, email_confirmed_at: now }) })
      .where('id', '=', user_id)
      .execute()
    if (user.email) await addEmailIdentity(transaction, user_id, user.email, now)
    await revokeAccess(transaction, user_id, { keep })
    if (!confirms) await sendSecurityNotice(transaction, user_id, now)
    return true
  })
}
