import { weaknesses } from '../../../platform/password-strength.server.ts'
import { checkPassword, hashPassword } from '../../../platform/passwords.server.ts'
import type { Session } from '../contract.ts'
import { redeemMailToken, requestMail } from '../mail/writes.server.ts'
import { readUser, readUserByEmail } from '../reads.server.ts'
import { emailKey } from '../rules.ts'
import { type Asker, type Engine, endSessions } from '../writes.server.ts'

export type ChangeOutcome =
  | { outcome: 'changed' }
  | { outcome: 'wrong' }
  | { outcome: 'weak'; reasons: string[] }
  | { outcome: 'wait'; seconds: number }

/** A new password for somebody who is signed in and shows the old one again; their other sessions end (design: "Identity"). */
export async function changePassword(
  engine: Engine,
  session: Session,
  given: { current: string; password: string },
  asker: Pick<Asker, 'address'>,
): Promise<ChangeOutcome> {
  const { auth, limits } = engine
  const { address } = asker
  const seconds = (await limits.wait('proof', [address])) || (await limits.take('proof', session.user_id))
  if (seconds > 0) return { outcome: 'wait', seconds }
  const user = await readUser(auth, session.user_id)
  if (!(await checkPassword(given.current, user?.password_hash))) {
    await limits.count('proof', [address])
    return { outcome: 'wrong' }
  }
  await limits.forget('proof', session.user_id)
  const reasons = weaknesses(given.password, [user?.email ?? ''])
  if (reasons.length > 0) return { outcome: 'weak', reasons }
  await setPassword(engine, session.user_id, given.password, session.id)
  return { outcome: 'changed' }
}

/**
 * Asks for a link by which a new password can be set. Who asks reads the same answer for every address, and waits as long:
 * the mail itself is sent by a job.
 */
export async function requestRecovery(
  engine: Engine,
  email: string,
  asker: Pick<Asker, 'address'>,
): Promise<void> {
  const { auth, limits } = engine
  if ((await limits.take('mail', asker.address)) > 0 || (await limits.take('mail', emailKey(email))) > 0)
    return
  const user = await readUserByEmail(auth, email)
  if (!user?.email || user.status === 'suspended') return
  await requestMail(engine, { user_id: user.id, purpose: 'recovery', sent_to: user.email })
}

/**
 * Sets a new password by a mailed link. Who can read the mailbox has shown that the address is theirs, so it is confirmed too.
 * Every session ends: somebody else may hold one of them.
 */
export async function resetPassword(
  engine: Engine,
  given: { token: string; password: string },
): Promise<{ outcome: 'changed' } | { outcome: 'weak'; reasons: string[] } | { outcome: 'gone' }> {
  // Looked at first: a link is used up by what it does, not by a password that was refused.
  const reasons = weaknesses(given.password)
  if (reasons.length > 0) return { outcome: 'weak', reasons }
  const redeemed = await redeemMailToken(
    engine.auth,
    { token: given.token },
    ['recovery', 'taken'],
    engine.clock.now(),
  )
  if (!redeemed) return { outcome: 'gone' }
  await setPassword(engine, redeemed.user_id, given.password)
  return { outcome: 'changed' }
}

async function setPassword(engine: Engine, user_id: string, password: string, keep?: string): Promise<void> {
  const password_hash = await hashPassword(password)
  const now = engine.clock.now()
  await engine.auth.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('auth.users')
      .set((row) => ({
        password_hash,
        updated_at: now,
        ...(keep ? {} : { email_confirmed_at: row.fn.coalesce('email_confirmed_at', row.val(now)) }),
      }))
      .where('id', '=', user_id)
      .execute()
    await endSessions(transaction, user_id, keep)
  })
}
