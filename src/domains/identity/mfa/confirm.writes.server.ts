import type { Session } from '../identity.contract.ts'
import { judgeProof, type ProofOutcome, renewSession } from '../reauth/reauth.writes.server.ts'
import { revokeAccess } from '../sessions/access.writes.server.ts'
import type { AuthEngine, RequestInfo } from '../sessions/sessions.writes.server.ts'
import type { RegistrationAnswer } from './factors.contract.ts'
import { verifyTotp } from './factors.writes.server.ts'
import { verifyRegistration } from './passkeys.writes.server.ts'

/** Activates an authenticator app. */
export function confirmApp(
  engine: AuthEngine,
  session: Session,
  { factor_id, code }: { factor_id: string; code: string },
  requestInfo: Pick<RequestInfo, 'address'>,
): Promise<ProofOutcome> {
  const { auth, masterKey, clock } = engine
  return judgeProof(engine, session, requestInfo, { kind: 'code' }, async () => {
    const { outcome } = await verifyTotp(auth, masterKey, session.user_id, factor_id, code, clock.now())
    return outcome === 'verified' ? upgradeSession(engine, session, 'totp') : undefined
  })
}

/** Activates a passkey. */
export function confirmPasskey(
  engine: AuthEngine,
  session: Session,
  answer: RegistrationAnswer,
  requestInfo: Pick<RequestInfo, 'address'>,
): Promise<ProofOutcome> {
  const { auth, clock, config } = engine
  return judgeProof(engine, session, requestInfo, { kind: 'passkey' }, async () => {
    const { outcome } = await verifyRegistration(auth, config.publicUrl, session.user_id, answer, clock.now())
    return outcome === 'verified' ? upgradeSession(engine, session, 'webauthn') : undefined
  })
}

/** A first factor ends all other access, which may be someone else's. */
async function upgradeSession(
  engine: AuthEngine,
  session: Session,
  method: 'totp' | 'webauthn',
): Promise<string> {
  const token = await renewSession(engine, session, method, 'aal2')
  if (session.aal === 'aal1') {
    const { id: keep, user_id } = session
    await engine.auth.transaction().execute((transaction) => revokeAccess(transaction, user_id, { keep }))
  }
  return token
}
