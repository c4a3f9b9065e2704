import { hashToken, randomToken } from '../../../platform/crypto.server.ts'
import { checkPassword } from '../../../platform/passwords/password-hashing.server.ts'
import type { Session } from '../identity.contract.ts'
import { readUser } from '../identity.reads.server.ts'
import { judgeProof, type ProofOutcome } from '../reauth/reauth.writes.server.ts'
import { type LockMinutes, lockTime, nextLockTime } from './safe-mode.rules.ts'
import type { AuthEngine, RequestInfo } from './sessions.writes.server.ts'

/** Saves the choice, or that the offer was declined. */
export async function saveSafeMode(
  { auth, clock }: Pick<AuthEngine, 'auth' | 'clock'>,
  user_id: string,
  choice: { safe_mode?: boolean; lock_minutes?: LockMinutes | null },
): Promise<void> {
  const now = clock.now()
  const { safe_mode, lock_minutes } = await auth
    .updateTable('auth.users')
    .set(choice)
    .where('id', '=', user_id)
    .returning(['safe_mode', 'lock_minutes'])
    .executeTakeFirstOrThrow()
  const locks_at = safe_mode && lock_minutes !== null ? lockTime(now, lock_minutes) : null
  // Locked sessions stay locked.
  await auth
    .updateTable('auth.sessions')
    .set({ locks_at })
    .where('user_id', '=', user_id)
    .where((where) => where.or([where('locks_at', 'is', null), where('locks_at', '>', now)]))
    .execute()
}

/** Locks a session in all its tabs, if it can be locked. */
export async function lockSession(
  { auth, clock, recordSignIn }: AuthEngine,
  session: Session,
): Promise<void> {
  if (session.lock_minutes === null) return
  recordSignIn({ kind: 'lock', outcome: 'succeeded' })
  await auth
    .updateTable('auth.sessions')
    .set({ locks_at: clock.now(), journal_reload_key: null })
    .where('id', '=', session.id)
    .execute()
}

/** Unlocks with a new token, so that a token seen before is useless. A second factor is still required. */
export function unlockByPassword(
  engine: AuthEngine,
  session: Session,
  password: string,
  requestInfo: Pick<RequestInfo, 'address'>,
): Promise<ProofOutcome> {
  const { auth, clock } = engine
  return judgeProof(engine, session, requestInfo, { kind: 'password' }, async () => {
    const user = await readUser(auth, session.user_id)
    if (!(await checkPassword(password, user?.password_hash))) return undefined
    const token = randomToken()
    await auth
      .updateTable('auth.sessions')
      .set({
        token_hash: hashToken(token),
        locks_at: nextLockTime(session, clock.now()),
        // The idle lock closes a locked journal too.
        journal_reload_key: null,
      })
      .where('id', '=', session.id)
      .execute()
    return token
  })
}
