import { checkPassword, hashPassword } from '../../../platform/passwords/password-hashing.server.ts'
import { weaknesses } from '../../../platform/passwords/password-strength.server.ts'
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

export type ChangeOutcome =
  | { outcome: 'changed' }
  | { outcome: 'wrong' }
  | { outcome: 'weak'; reasons: Weakness[] }
  | { outcome: 'wait'; seconds: number }

/** A new password for somebody who is signed in and shows the old one again; their other sessions end (design: "Identity"). */
export async function changePassword(
  engine: AuthEngine,
  session: Session,
  input: { current: string; password: string },
  requestInfo: Pick<RequestInfo, 'address'>,
): Promise<ChangeOutcome> {
  const { auth, limits } = engine
  const { address } = requestInfo
  const guess = { kind: 'password', account: session.user_id, place: address } as const
  const judged = await limits.judge(guess, async () => {
    const user = await readUser(auth, session.user_id)
    return (await checkPassword(input.current, user?.password_hash)) ? user : undefined
  })
  if (judged.outcome === 'wait') return judged
  const user = judged.result
  if (!user) return { outcome: 'wrong' }
  const reasons = await weaknesses(input.password, [user.email ?? ''])
  if (reasons.length > 0) return { outcome: 'weak', reasons }
  // Not where another new one has ended this session meanwhile: then that was the old one.
  const changed = await setPassword(engine, session.user_id, input.password, { keep: session.id })
  return { outcome: changed ? 'changed' : 'wrong' }
}

/**
 * The first password of somebody whose account came without one, by a provider or a mailed link. There is no old one to show:
 * whether the proof is fresh is the caller's question. It stands for nothing without an address to type beside it.
 */
export async function setFirstPassword(
  engine: AuthEngine,
  session: Session,
  password: string,
): Promise<
  | { outcome: 'changed' }
  | { outcome: 'weak'; reasons: Weakness[] }
  | { outcome: 'has_one' }
  | { outcome: 'no_address' }
> {
  const user = await readUser(engine.auth, session.user_id)
  if (!user?.email) return { outcome: 'no_address' }
  const reasons = await weaknesses(password, [user.email])
  if (reasons.length > 0) return { outcome: 'weak', reasons }
  const how = { keep: session.id, first: true }
  return { outcome: (await setPassword(engine, session.user_id, password, how)) ? 'changed' : 'has_one' }
}

/**
 * Asks for a link by which a new password can be set. Who asks reads the same answer for every address, and waits as long:
 * a job looks whether there is an account.
 */
export async function requestRecovery(
  engine: AuthEngine,
  email: string,
  requestInfo: Pick<RequestInfo, 'address'>,
): Promise<void> {
  const { limits } = engine
  if (
    (await limits.takeFrom('mail', requestInfo.address)) > 0 ||
    (await limits.take('mail', emailKey(email))) > 0
  )
    return
  await enqueueAccountRequest(engine, { kind: 'recovery', email })
}

/**
 * Sets a new password by a mailed link. Who can read the mailbox has shown that the address is theirs, so it is confirmed too.
 * Every session ends: somebody else may hold one of them.
 */
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

type ResetOutcome = { outcome: 'changed' } | { outcome: 'weak'; reasons: Weakness[] } | { outcome: 'gone' }

async function attemptReset(
  engine: AuthEngine,
  input: { token: string; password: string },
): Promise<ResetOutcome> {
  const { auth, clock, limits } = engine
  // Looked at first: a link is used up by what it does, not by a password that was refused. And judging one keeps us busy, which
  // is for who has a link.
  const link = await readMailLink(auth, input.token, clock.now())
  if (!link || !purposes.some((one) => one === link.purpose)) return { outcome: 'gone' }
  const reasons = await weaknesses(input.password, [link.sent_to])
  if (reasons.length > 0) return { outcome: 'weak', reasons }
  const redeemed = await consumeEmailToken(auth, { token: input.token }, purposes, clock.now())
  if (!redeemed) return { outcome: 'gone' }
  // Erased meanwhile: another has shown that the address is theirs (unconfirmed).
  if (!(await setPassword(engine, redeemed.user_id, input.password))) return { outcome: 'gone' }
  // Somebody else's wrong guesses keep nobody out who has just shown that the mailbox is theirs.
  await limits.forget('proof', emailKey(redeemed.sent_to))
  return { outcome: 'changed' }
}

/** The letter of a sign-up too, for who did not choose its password, or forgot it meanwhile. */
const purposes = ['recovery', 'taken', 'signup'] as const

/**
 * Writes down a password, ends every other way in (`revokeAccess`), and makes signing in by address and password one of
 * the account's identities. Whether it is strong, and who may ask for it, is the caller's question.
 *
 * @param how `keep`: the session that asks, which stays, and has to stand still: computing takes a while, in which whoever asks may have
 *   been signed out; without it a mailed link asks, which confirms the address, and leaves nothing of what somebody else may have
 *   said of its owner. `first`: only where there is none
 * @returns whether it was written down
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
