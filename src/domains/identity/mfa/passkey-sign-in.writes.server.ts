import type { Session } from '../identity.contract.ts'
import { type AuthEngine, type RequestInfo, startSession } from '../sessions/sessions.writes.server.ts'
import type { AuthenticationAnswer, WrongPasskey } from './factors.contract.ts'
import { verifyAuthentication } from './passkeys.writes.server.ts'

export type PasskeySignIn =
  | { outcome: 'signed_in'; token: string; session: Session }
  | { outcome: 'wrong'; code: WrongPasskey['code'] }
  | { outcome: 'suspended' }
  | { outcome: 'wait'; seconds: number }

/** Signs in with a passkey. User verification makes it both factors: aal2. */
export async function signInByPasskey(
  engine: AuthEngine,
  answer: AuthenticationAnswer,
  requestInfo: RequestInfo,
): Promise<PasskeySignIn> {
  const { auth, limits, clock, config } = engine
  const judged = await limits.attempt(
    { kind: 'passkey', clientIp: requestInfo.address },
    () => verifyAuthentication(auth, config.publicUrl, null, answer, clock.now()),
    ({ outcome }) => outcome === 'verified',
  )
  if (judged.outcome === 'wait') return judged
  const verified = judged.result
  if (verified.outcome === 'wrong') return { outcome: 'wrong', code: verified.code }
  const started = await startSession(engine, verified.user_id, {
    ...requestInfo,
    method: 'webauthn',
    aal: 'aal2',
  })
  return started ? { outcome: 'signed_in', ...started } : { outcome: 'suspended' }
}
