import type { Session } from '../identity.contract.ts'
import { readUser } from '../identity.reads.server.ts'
import { emailKey } from '../identity.rules.ts'
import { consumeEmailToken, queueEmail } from '../messages/messages.writes.server.ts'
import type { AuthEngine, RequestInfo } from '../sessions/sessions.writes.server.ts'
import { judgeProof, type ProofOutcome, renewSession } from './reauth.writes.server.ts'

/** Emails a code to the user. The caller checks that this is available. */
export async function requestReauthEmail(
  engine: AuthEngine,
  session: Session,
): Promise<{ outcome: 'sent' } | { outcome: 'wait'; seconds: number }> {
  const { auth, limits } = engine
  const email = (await readUser(auth, session.user_id))?.email
  if (!email) return { outcome: 'sent' }
  const seconds =
    (await limits.consume('mail', session.user_id)) || (await limits.consume('mail', emailKey(email)))
  if (seconds > 0) return { outcome: 'wait', seconds }
  await queueEmail(engine, { user_id: session.user_id, purpose: 'reauthentication', sent_to: email })
  return { outcome: 'sent' }
}

/** Verifies that code; five wrong attempts kill it. */
export function proveByEmailCode(
  engine: AuthEngine,
  session: Session,
  input: string,
  requestInfo: Pick<RequestInfo, 'address'>,
): Promise<ProofOutcome> {
  const { auth, clock, masterKey } = engine
  const prove = async () => {
    const credential = { user_id: session.user_id, code: input.replace(/\s/g, ''), masterKey }
    const row = await consumeEmailToken(auth, credential, ['reauthentication'], clock.now())
    return row ? renewSession(engine, session, 'otp', session.aal) : undefined
  }
  return judgeProof(engine, session, requestInfo, { kind: 'mailed_code', isCode: true }, prove)
}
