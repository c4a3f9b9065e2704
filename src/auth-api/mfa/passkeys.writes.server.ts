import type { z } from 'zod'
import type { Session } from '../../domains/identity/identity.contract.ts'
import { readUser, sessionExists } from '../../domains/identity/identity.reads.server.ts'
import { renameFactor } from '../../domains/identity/mfa/factors.writes.server.ts'
import { signInByPasskey } from '../../domains/identity/mfa/passkey-sign-in.writes.server.ts'
import {
  authenticationOptions,
  enrollPasskey,
  registrationOptions,
  verifyRegistration,
} from '../../domains/identity/mfa/passkeys.writes.server.ts'
import { revokeAccess } from '../../domains/identity/sessions/access.writes.server.ts'
import type { RequestInfo } from '../../domains/identity/sessions/sessions.writes.server.ts'
import type { Answer } from '../auth-api.contract.ts'
import { isRefusal, paused, refuse, sessionGone, tooMany } from '../auth-api.rules.ts'
import { type AuthApiDeps, rotateToBearerSession } from '../auth-api.writes.server.ts'
import { registeredHere } from '../sessions/tokens.rules.ts'
import { mayNotEnroll, notAdded } from './mfa.rules.ts'
import { raise, unenroll } from './mfa.writes.server.ts'
import type { authenticationBody, registrationBody } from './passkeys.contract.ts'
import { listPasskeys, readPasskey } from './passkeys.reads.server.ts'
import { listed, passkeyNotFound, refusedPasskey } from './passkeys.rules.ts'

const notManaging = refuse(
  'insufficient_aal',
  'AAL2 session is required to manage passkeys when MFA is enabled',
)

type Put = { challenge_id: string; expires_at: Date; options: object }
const putAnswer = ({ challenge_id, expires_at, options }: Put): Answer => ({
  body: { challenge_id, options, expires_at: Math.floor(expires_at.getTime() / 1000) },
})

/** Begins to add a passkey, which is a second step as well: it is the same one on our own pages. */
export async function beginRegistration({ engine }: AuthApiDeps, session: Session): Promise<Answer> {
  const { auth, clock, config } = engine
  const { user_id } = session
  const refused = mayNotEnroll(session, clock.now())
  if (refused) return refused
  const added = await enrollPasskey(auth, user_id, {})
  if (added.outcome === 'too_many') return refuse('too_many_passkeys', 'Maximum number of passkeys reached')
  if (added.outcome !== 'enrolled') return notAdded(added)
  const account = (await readUser(auth, user_id))?.email ?? 'Account'
  const wanted = { factor_id: added.factor_id, account, signsIn: true }
  const put = await registrationOptions(auth, config.publicUrl, user_id, wanted, clock.now())
  return put ? putAnswer(put) : refusedPasskey.verification_failed
}

/**
 * Takes a passkey that the client made. With the first second step every other session ends, as elsewhere; this one has shown it, so
 * it owes nothing, though its client reads `aal2` only when it refreshes.
 */
export async function endRegistration(
  wire: AuthApiDeps,
  session: Session,
  { challenge_id, credential }: z.infer<typeof registrationBody>,
  requestInfo: RequestInfo,
): Promise<Answer> {
  const { auth, clock, config, limits } = wire.engine
  const { user_id } = session
  const refused = mayNotEnroll(session, clock.now())
  if (refused) return refused
  const guess = { kind: 'passkey', account: user_id, clientIp: requestInfo.address } as const
  const register = async () => {
    // It may have been held up for seconds.
    if (!(await sessionExists(auth, session))) return sessionGone
    const answer = { challenge_id, response: credential }
    const made = await verifyRegistration(auth, config.publicUrl, user_id, answer, clock.now())
    return made.outcome === 'verified' ? made : refusedPasskey[made.code]
  }
  const judged = await limits.attempt(guess, register, (result) => !isRefusal(result))
  if (judged.outcome === 'wait') return tooMany(judged.seconds)
  const made = judged.result
  if (isRefusal(made)) return made
  await raise(wire, session, registeredHere)
  if (session.aal === 'aal1') {
    await auth
      .transaction()
      .execute((transaction) => revokeAccess(transaction, user_id, { keep: session.id }))
  }
  const passkey = await readPasskey(auth, user_id, made.factor_id)
  return passkey ? { body: listed(passkey) } : passkeyNotFound
}

/** What a device needs to sign somebody in whom nobody knows yet. */
export async function beginSignIn({ engine }: AuthApiDeps): Promise<Answer> {
  const { auth, clock, config } = engine
  const put = await authenticationOptions(auth, config.publicUrl, null, clock.now())
  return put ? putAnswer(put) : refusedPasskey.verification_failed
}

/** A passkey that knows its person is both steps at once: the session is aal2. */
export async function endSignIn(
  wire: AuthApiDeps,
  { challenge_id, credential }: z.infer<typeof authenticationBody>,
  requestInfo: RequestInfo,
): Promise<Answer> {
  const result = await signInByPasskey(wire.engine, { challenge_id, response: credential }, requestInfo)
  if (result.outcome === 'wait') return tooMany(result.seconds)
  if (result.outcome === 'suspended') return paused
  if (result.outcome === 'wrong') return refusedPasskey[result.code]
  return rotateToBearerSession(wire, result.session.id)
}

export const list = async ({ engine }: AuthApiDeps, { user_id }: { user_id: string }): Promise<Answer> => ({
  body: (await listPasskeys(engine.auth, user_id)).map(listed),
})

export async function rename(
  { engine }: AuthApiDeps,
  session: Session,
  { passkey_id, friendly_name }: { passkey_id: string; friendly_name: string },
): Promise<Answer> {
  const { auth, clock } = engine
  const { user_id } = session
  if (session.owes_factor) return notManaging
  if (!(await readPasskey(auth, user_id, passkey_id))) return passkeyNotFound
  const renamed = await renameFactor(auth, user_id, passkey_id, friendly_name, clock.now())
  if (!renamed) return notAdded({ outcome: 'name_taken' })
  const passkey = await readPasskey(auth, user_id, passkey_id)
  return passkey ? { body: listed(passkey) } : passkeyNotFound
}

/** As any second step: by who has just shown one. */
export async function remove(wire: AuthApiDeps, session: Session, passkey_id: string): Promise<Answer> {
  if (session.owes_factor) return notManaging
  if (!(await readPasskey(wire.engine.auth, session.user_id, passkey_id))) return passkeyNotFound
  const removed = await unenroll(wire, session, passkey_id)
  return isRefusal(removed) ? removed : { empty: true }
}
