import { sql } from 'kysely'
import { validate as isUuid, parse as uuidBytes } from 'uuid'
import type { Database } from '../../../platform/database/pool.server.ts'
import { sendSecurityNotice } from '../messages/security-notice.writes.server.ts'
import { consumeChallenge, createChallenge } from './challenges.writes.server.ts'
import type {
  AuthenticationAnswer,
  EnrolPasskeyOutcome,
  NewFactorOptions,
  PasskeyOutcome,
  RegistrationAnswer,
  WrongPasskey,
} from './factors.contract.ts'
import { challengeLife, relyingParty } from './factors.rules.ts'
import { addFactor, lockUser } from './factors.writes.server.ts'
import { listPasskeys, readNewPasskey, readPasskey, type StoredCredential } from './passkeys.reads.server.ts'

/**
 * What every authenticator knows one of: EdDSA, ES256, RS256 (IANA, COSE Algorithms). The library would offer ML-DSA too, which is
 * an experiment in Node.
 */
const supportedAlgorithmIDs = [-8, -7, -257]

/** Several megabytes of certificates' formats: only where there is a passkey. */
const loadLibrary = () => import('@simplewebauthn/server')

const wrong = (reason: string, code: WrongPasskey['code'] = 'verification_failed'): WrongPasskey => ({
  outcome: 'wrong',
  reason,
  code,
})
const noChallenge = wrong('no such challenge', 'challenge_not_found')
const expired = wrong('the challenge has expired', 'challenge_expired')

/** Begins to add a passkey: it counts for nothing until `verifyRegistration`. */
export async function enrollPasskey(
  auth: Database,
  user_id: string,
  options: NewFactorOptions,
): Promise<EnrolPasskeyOutcome> {
  const added = await addFactor(auth, user_id, options, () => ({ factor_type: 'webauthn' }))
  return added.outcome === 'added' ? { outcome: 'enrolled', factor_id: added.factor_id } : added
}

/**
 * What the browser needs to make a passkey (WebAuthn Level 3, 7.1).
 *
 * @param auth acting as `unfog_auth`
 * @param publicUrl from the configuration, never from a header
 * @param asked `factor_id` from `enrollPasskey`; `account` is what the device lists it under; `signsIn`, where the device has to keep
 * it: without a name nothing else finds it (WebAuthn Level 3, 5.4.6)
 * @returns nothing when this person has no such factor, or it is in use already
 */
export async function registrationOptions(
  auth: Database,
  publicUrl: string,
  user_id: string,
  asked: { factor_id: string; account: string; discoverable?: boolean },
  now: Date,
) {
  const { factor_id, account, discoverable: signsIn } = asked
  if (!isUuid(factor_id) || !(await readNewPasskey(auth, user_id, factor_id))) return undefined
  const { id: rpID } = relyingParty(publicUrl)
  const existing = await listPasskeys(auth, user_id)
  const { generateRegistrationOptions } = await loadLibrary()
  const options = await generateRegistrationOptions({
    // The host alone: the name of what this site is about does not belong in a device's list of passwords.
    rpName: rpID,
    rpID,
    userID: uuidBytes(user_id),
    userName: account,
    attestationType: 'none',
    authenticatorSelection: {
      residentKey: signsIn ? 'required' : 'preferred',
      userVerification: 'preferred',
    },
    excludeCredentials: existing.map(toCredentialDescriptor),
    supportedAlgorithmIDs,
    timeout: challengeLife,
  })
  const asking = { user_id, factor_id, challenge: options.challenge }
  return { ...(await createChallenge(auth, asking, now)), options }
}

/** Takes a passkey that the browser made, and puts its factor to use. */
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
      // A second factor need not know the person; a sign-in without a name asks for it (verifyAuthentication).
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
  // WebAuthn Level 3, 7.1 step 26: a credential that is registered already, to whomever, is refused.
  if (result === 'taken') return wrong('the credential is registered', 'credential_exists')
  if (!result) return wrong('the factor is in use')
  return { outcome: 'verified', factor_id: result.id, user_id }
}

/**
 * What the browser needs to ask for a passkey (WebAuthn Level 3, 7.2).
 *
 * @param user_id whose second factor is asked for; null at a sign-in without a name, where the device lists what it has
 * @param factor_id one passkey of theirs alone; any of them if left out
 * @returns nothing when this person has no such passkey
 */
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
  const asked = { user_id, factor_id: factor_id ?? null, challenge: options.challenge }
  return { ...(await createChallenge(auth, asked, now)), options }
}

/**
 * Takes what a passkey signed. Either way the session is aal2: with a name it is the second proof, and without one the device
 * had to know the person as well. Whether the account may sign in (suspended) is the caller's question.
 *
 * @param user_id as it was given to `authenticationOptions`
 * @returns whose passkey it was
 */
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
  // WebAuthn Level 3, 7.2 step 6: the credential is the known person's; of an unknown one the device must say who it is.
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
  // Asked once more while storing: of two copies of one authenticator at the same moment one is refused (7.2 step 22).
  const updated = await auth
    .updateTable('auth.factors')
    .set({
      credential: sql<string>`credential || ${JSON.stringify({ counter: newCounter, backed_up: credentialBackedUp })}::jsonb`,
      last_challenged_at: now,
    })
    .where('id', '=', factor_id)
    // An authenticator that does not count says 0 each time.
    .where(counter, newCounter === 0 ? '=' : '<', newCounter)
    .returning('id')
    .executeTakeFirst()
  if (!updated) return wrong('the counter went back, or the factor is gone')
  return { outcome: 'verified', factor_id, user_id: passkey.user_id }
}

const toCredentialDescriptor = ({
  credential_id,
  credential,
}: {
  credential_id: string
  credential: StoredCredential
}) => ({
  id: credential_id,
  transports: credential.transports,
})

/** The library throws at what an authenticator, or somebody who plays one, sent: to us that is an answer. */
const errorMessageOr = <Checked>(checking: Promise<Checked>): Promise<Checked | string> =>
  checking.catch((error: unknown) => (error instanceof Error ? error.message.slice(0, 300) : 'refused'))

/** unique_violation (PostgreSQL, appendix A) */
const isUniqueViolation = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '23505'
