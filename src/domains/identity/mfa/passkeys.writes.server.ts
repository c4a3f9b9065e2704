import { sql } from 'kysely'
import { validate as isUuid, parse as uuidBytes } from 'uuid'
import type { Database } from '../../../platform/database/pool.server.ts'
import { sendSecurityNotice } from '../messages/security-notice.writes.server.ts'
import { consumeChallenge, createChallenge } from './challenges.writes.server.ts'
import type {
  AuthenticationAnswer,
  NewFactorOptions,
  PasskeyOutcome,
  RegistrationAnswer,
  WrongPasskey,
} from './factors.contract.ts'
import { challengeLife, relyingParty } from './factors.rules.ts'
import { addFactor, lockUser } from './factors.writes.server.ts'
import { listPasskeys, readNewPasskey, readPasskey, type StoredCredential } from './passkeys.reads.server.ts'

/** EdDSA, ES256 and RS256: every authenticator supports one. */
const supportedAlgorithmIDs = [-8, -7, -257]

/** Loaded on use: it takes several megabytes. */
const loadLibrary = () => import('@simplewebauthn/server')

const wrong = (reason: string, code: WrongPasskey['code'] = 'verification_failed'): WrongPasskey => ({
  outcome: 'wrong',
  reason,
  code,
})
const noChallenge = wrong('no such challenge', 'challenge_not_found')
const expired = wrong('the challenge has expired', 'challenge_expired')

/** Adds an unverified passkey. */
export const enrollPasskey = (auth: Database, user_id: string, options: NewFactorOptions) =>
  addFactor(auth, user_id, options, () => ({ factor_type: 'webauthn' }))

/**
Options
 * for creating a passkey (WebAuthn Level 3, 7.1); undefined without such an unverified factor.
 * @param challengeInput `discoverable`: required for sign-in without a user name (5.4.6)
 */
export async function registrationOptions(
  auth: Database,
  publicUrl: string,
  user_id: string,
  challengeInput: { factor_id: string; account: string; discoverable?: boolean },
  now: Date,
) {
  const { factor_id, account, discoverable } = challengeInput
  if (!isUuid(factor_id) || !(await readNewPasskey(auth, user_id, factor_id))) return undefined
  const { id: rpID } = relyingParty(publicUrl)
  const existing = await listPasskeys(auth, user_id)
  const { generateRegistrationOptions } = await loadLibrary()
  const options = await generateRegistrationOptions({
    // The product's name must not appear in the device's password list.
    rpName: rpID,
    rpID,
    userID: uuidBytes(user_id),
    userName: account,
    attestationType: 'none',
    authenticatorSelection: {
      residentKey: discoverable ? 'required' : 'preferred',
      userVerification: 'preferred',
    },
    excludeCredentials: existing.map(toCredentialDescriptor),
    supportedAlgorithmIDs,
    timeout: challengeLife,
  })
  const { challenge } = options
  return { ...(await createChallenge(auth, { user_id, factor_id, challenge }, now)), options }
}

/** Verifies a new passkey and activates its factor. */
export async function verifyRegistration(
  auth: Database,
  publicUrl: string,
  user_id: string,
  { challenge_id, response }: RegistrationAnswer,
  now: Date,
): Promise<PasskeyOutcome> {
  const challenge = await consumeChallenge(auth, user_id, challenge_id, now)
  if (challenge === 'expired') return expired
  if (!challenge?.challenge || !challenge.factor_id) return noChallenge
  const { id, origin } = relyingParty(publicUrl)
  const { verifyRegistrationResponse } = await loadLibrary()
  const verification = await errorMessageOr(
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge.challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      supportedAlgorithmIDs,
      // Only sign-in without a user name needs it (verifyAuthentication).
      requireUserVerification: false,
    }),
  )
  if (typeof verification === 'string') return wrong(verification)
  if (!verification.verified) return wrong('the attestation is not right')
  const { credential, credentialDeviceType, credentialBackedUp } = verification.registrationInfo
  const stored: StoredCredential = {
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: credential.transports ?? [],
    device_type: credentialDeviceType,
    backed_up: credentialBackedUp,
  }
  const result = await auth
    .transaction()
    .execute(async (transaction) => {
      await lockUser(transaction, user_id)
      const updated = await transaction
        .updateTable('auth.factors')
        .set({
          credential_id: credential.id,
          credential: JSON.stringify(stored),
          status: 'verified',
          updated_at: now,
        })
        .where('id', '=', challenge.factor_id)
        .where('user_id', '=', user_id)
        .where('status', '=', 'unverified')
        .returning('id')
        .executeTakeFirst()
      if (updated) await sendSecurityNotice(transaction, user_id, now)
      return updated
    })
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) return 'taken' as const
      throw error
    })
  // WebAuthn Level 3, 7.1 step 26.
  if (result === 'taken') return wrong('the credential is registered', 'credential_exists')
  if (!result) return wrong('the factor is in use')
  return { outcome: 'verified', factor_id: result.id, user_id }
}

/** Options for using a passkey (WebAuthn Level 3, 7.2). `user_id`: null for sign-in without a user name. */
export async function authenticationOptions(
  auth: Database,
  publicUrl: string,
  user_id: string | null,
  now: Date,
  factor_id?: string,
) {
  const existing = user_id === null ? [] : await listPasskeys(auth, user_id)
  const passkeys = existing.filter((passkey) => factor_id === undefined || passkey.factor_id === factor_id)
  if (user_id !== null && passkeys.length === 0) return undefined
  const { generateAuthenticationOptions } = await loadLibrary()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(publicUrl).id,
    allowCredentials: passkeys.map(toCredentialDescriptor),
    userVerification: user_id === null ? 'required' : 'preferred',
    timeout: challengeLife,
  })
  const challengeInput = { user_id, factor_id: factor_id ?? null, challenge: options.challenge }
  return { ...(await createChallenge(auth, challengeInput, now)), options }
}

/** Verifies a passkey and returns its owner. The caller checks for suspension. */
export async function verifyAuthentication(
  auth: Database,
  publicUrl: string,
  user_id: string | null,
  { challenge_id, response }: AuthenticationAnswer,
  now: Date,
): Promise<PasskeyOutcome> {
  const challenge = await consumeChallenge(auth, user_id, challenge_id, now)
  if (challenge === 'expired') return expired
  if (!challenge?.challenge) return noChallenge
  const passkey = await readPasskey(auth, response.id)
  if (!passkey) return wrong('no such credential')
  const { factor_id, credential } = passkey
  // WebAuthn Level 3, 7.2 step 6.
  if (user_id !== null && passkey.user_id !== user_id) return wrong('the credential is of another person')
  if (challenge.factor_id !== null && challenge.factor_id !== factor_id)
    return wrong('another factor was asked for')
  const { userHandle } = response.response
  const handle = Buffer.from(uuidBytes(passkey.user_id)).toString('base64url')
  if (userHandle === undefined ? user_id === null : userHandle !== handle) return wrong('another user handle')

  const { id, origin } = relyingParty(publicUrl)
  const { verifyAuthenticationResponse } = await loadLibrary()
  const verification = await errorMessageOr(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge.challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: user_id === null,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(credential.public_key, 'base64url')),
        counter: credential.counter,
        transports: credential.transports,
      },
    }),
  )
  if (typeof verification === 'string') return wrong(verification)
  if (!verification.verified) return wrong('the signature is not right')
  const { newCounter, credentialBackedUp } = verification.authenticationInfo
  const counter = sql<number>`(credential ->> 'counter')::bigint`
  // Of two concurrent clones of an authenticator one is rejected (7.2 step 22).
  const updated = await auth
    .updateTable('auth.factors')
    .set({
      credential: sql<string>`credential || ${JSON.stringify({ counter: newCounter, backed_up: credentialBackedUp })}::jsonb`,
      last_challenged_at: now,
    })
    .where('id', '=', factor_id)
    // Authenticators without a counter send 0.
    .where(counter, newCounter === 0 ? '=' : '<', newCounter)
    .returning('id')
    .executeTakeFirst()
  if (!updated) return wrong('the counter went back, or the factor is gone')
  return { outcome: 'verified', factor_id, user_id: passkey.user_id }
}

type Passkey = Awaited<ReturnType<typeof listPasskeys>>[number]
const toCredentialDescriptor = ({ credential_id: id, credential: { transports } }: Passkey) => ({
  id,
  transports,
})

const errorMessageOr = <Checked>(checking: Promise<Checked>): Promise<Checked | string> =>
  checking.catch((error: unknown) => (error instanceof Error ? error.message.slice(0, 300) : 'refused'))

/** unique_violation */
const isUniqueViolation = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '23505'
