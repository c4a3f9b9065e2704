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
import type { Result } from '../auth-api.contract.ts'
import { authError, isAuthError, sessionNotFound, tooManyRequests, userBanned } from '../auth-api.rules.ts'
import { type AuthApiDeps, rotateToBearerSession } from '../auth-api.writes.server.ts'
import { passkeyRegistered } from '../sessions/tokens.rules.ts'
import { enrollmentError, notAddedError } from './mfa.rules.ts'
import { unenroll, upgradeAal } from './mfa.writes.server.ts'
import type { authenticationBody, registrationBody } from './passkeys.contract.ts'
import { listPasskeys, readPasskey } from './passkeys.reads.server.ts'
import { passkeyErrors, passkeyNotFound, toPasskeyItem } from './passkeys.rules.ts'

const passkeysRequireAal2 = authError(
  'insufficient_aal',
  'AAL2 session is required to manage passkeys when MFA is enabled',
)

type IssuedChallenge = { challenge_id: string; expires_at: Date; options: object }
const challengeResponse = ({ challenge_id, expires_at, options }: IssuedChallenge): Result => ({
  body: { challenge_id, options, expires_at: Math.floor(expires_at.getTime() / 1000) },
})

/** Starts registering a passkey as a factor, too. */
export async function beginRegistration({ engine }: AuthApiDeps, session: Session): Promise<Result> {
  const { auth, clock, config } = engine
  const { user_id } = session
  const error = enrollmentError(session, clock.now())
  if (error) return error
  const added = await enrollPasskey(auth, user_id, {})
  if (added.outcome === 'too_many')
    return authError('too_many_passkeys', 'Maximum number of passkeys reached')
  if (added.outcome !== 'enrolled') return notAddedError(added)
  const account = (await readUser(auth, user_id))?.email ?? 'Account'
  const options = { factor_id: added.factor_id, account, discoverable: true }
  const issued = await registrationOptions(auth, config.publicUrl, user_id, options, clock.now())
  return issued ? challengeResponse(issued) : passkeyErrors.verification_failed
}

/** The first factor ends other sessions. This one becomes aal2; its client learns so on refresh. */
export async function endRegistration(
  api: AuthApiDeps,
  session: Session,
  { challenge_id, credential }: z.infer<typeof registrationBody>,
  requestInfo: RequestInfo,
): Promise<Result> {
  const { auth, clock, config, limits } = api.engine
  const { user_id } = session
  const error = enrollmentError(session, clock.now())
  if (error) return error
  const attemptKey = { kind: 'passkey', account: user_id, clientIp: requestInfo.address } as const
  const register = async () => {
    // The rate limiter may delay this for seconds.
    if (!(await sessionExists(auth, session))) return sessionNotFound
    const response = { challenge_id, response: credential }
    const registration = await verifyRegistration(auth, config.publicUrl, user_id, response, clock.now())
    return registration.outcome === 'verified' ? registration : passkeyErrors[registration.code]
  }
  const attempt = await limits.attempt(attemptKey, register, (result) => !isAuthError(result))
  if (attempt.outcome === 'wait') return tooManyRequests(attempt.seconds)
  const registration = attempt.result
  if (isAuthError(registration)) return registration
  await upgradeAal(api, session, passkeyRegistered)
  if (session.aal === 'aal1') {
    await auth
      .transaction()
      .execute((transaction) => revokeAccess(transaction, user_id, { keep: session.id }))
  }
  const passkey = await readPasskey(auth, user_id, registration.factor_id)
  return passkey ? { body: toPasskeyItem(passkey) } : passkeyNotFound
}

export async function beginSignIn({ engine }: AuthApiDeps): Promise<Result> {
  const { auth, clock, config } = engine
  const issued = await authenticationOptions(auth, config.publicUrl, null, clock.now())
  return issued ? challengeResponse(issued) : passkeyErrors.verification_failed
}

/** User verification makes a passkey two factors. */
export async function endSignIn(
  api: AuthApiDeps,
  { challenge_id, credential }: z.infer<typeof authenticationBody>,
  requestInfo: RequestInfo,
): Promise<Result> {
  const result = await signInByPasskey(api.engine, { challenge_id, response: credential }, requestInfo)
  if (result.outcome === 'wait') return tooManyRequests(result.seconds)
  if (result.outcome === 'suspended') return userBanned
  if (result.outcome === 'wrong') return passkeyErrors[result.code]
  return rotateToBearerSession(api, result.session.id)
}

export const listOwnPasskeys = async (
  { engine }: AuthApiDeps,
  { user_id }: { user_id: string },
): Promise<Result> => ({ body: (await listPasskeys(engine.auth, user_id)).map(toPasskeyItem) })

export async function renamePasskey(
  { engine }: AuthApiDeps,
  session: Session,
  { passkey_id, friendly_name }: { passkey_id: string; friendly_name: string },
): Promise<Result> {
  const { auth, clock } = engine
  const { user_id } = session
  if (session.owes_factor) return passkeysRequireAal2
  if (!(await readPasskey(auth, user_id, passkey_id))) return passkeyNotFound
  const renamed = await renameFactor(auth, user_id, passkey_id, friendly_name, clock.now())
  if (!renamed) return notAddedError({ outcome: 'name_taken' })
  const passkey = await readPasskey(auth, user_id, passkey_id)
  return passkey ? { body: toPasskeyItem(passkey) } : passkeyNotFound
}

export async function removePasskey(
  api: AuthApiDeps,
  session: Session,
  { passkey_id }: { passkey_id: string },
): Promise<Result> {
  if (session.owes_factor) return passkeysRequireAal2
  if (!(await readPasskey(api.engine.auth, session.user_id, passkey_id))) return passkeyNotFound
  const removed = await unenroll(api, session, { factor_id: passkey_id })
  return isAuthError(removed) ? removed : { empty: true }
}
