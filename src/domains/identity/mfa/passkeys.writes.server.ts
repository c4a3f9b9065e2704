import { sql } from 'kysely'
import { validate as isUuid, parse as uuidBytes } from 'uuid'
import type { Database } from '../../../platform/database/pool.server.ts'
import { sendSecurityNotice } from '../messages/security-notice.writes.server.ts'
import { newChallenge, takeChallenge } from './challenges.writes.server.ts'
import type {
  AuthenticationAnswer,
  Begin,
  EnrolPasskeyOutcome,
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
const library = () => import('@simplewebauthn/server')

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
  begin: Begin,
): Promise<EnrolPasskeyOutcome> {
  const added = await addFactor(auth, user_id, begin, () => ({ factor_type: 'webauthn' }))
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
  asked: { factor_id: string; account: string; signsIn?: boolean },
  now: Date,
) {
  const { factor_id, account, signsIn } = asked
  if (!isUuid(factor_id) || !(await readNewPasskey(auth, user_id, factor_id))) return undefined
  const { id: rpID } = relyingParty(publicUrl)
  const known = await listPasskeys(auth, user_id)
  const { generateRegistrationOptions } = await library()
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
    excludeCredentials: known.map(allowed),
    supportedAlgorithmIDs,
    timeout: challengeLife,
  })
  const asking = { user_id, factor_id, challenge: options.challenge }
  return { ...(await newChallenge(auth, asking, now)), options }
}

/** Takes a passkey that the browser made, and puts its factor to use. */
export async function verifyRegistration(
  auth: Database,
  publicUrl: string,
  user_id: string,
  { challenge_id, response }: RegistrationAnswer,
  now: Date,
): Promise<PasskeyOutcome> {
  const taken = await takeChallenge(auth, user_id, challenge_id, now)
  if (taken === 'expired') return expired
  if (!taken?.challenge || !taken.factor_id) return noChallenge
  const { id, origin } = relyingParty(publicUrl)
  const { verifyRegistrationResponse } = await library()
  const checked = await refusedOr(
    verifyRegistrationResponse({
      response,
      expectedChallenge: taken.challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      supportedAlgorithmIDs,
      // A second factor need not know the person; a sign-in without a name asks for it (verifyAuthentication).
      requireUserVerification: false,
    }),
  )
  if (typeof checked === 'string') return wrong(checked)
  if (!checked.verified) return wrong('the attestation is not right')
  const { credential, credentialDeviceType, credentialBackedUp } = checked.registrationInfo
  const stored: StoredCredential = {
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: credential.transports ?? [],
    device_type: credentialDeviceType,
    backed_up: credentialBackedUp,
  }
  const registered = await auth
    .transaction()
    .execute(async (transaction) => {
      await lockUser(transaction, user_id)
      const used = await transaction
        .updateTable('auth.factors')
        .set({
          credential_id: credential.id,
          credential: JSON.stringify(stored),
          status: 'verified',
          updated_at: now,
        })
        .where('id', '=', taken.factor_id)
        .where('user_id', '=', user_id)
        .where('status', '=', 'unverified')
        .returning('id')
        .executeTakeFirst()
      if (used) await sendSecurityNotice(transaction, user_id, now)
      return used
    })
    .catch((error: unknown) => {
      if (isTaken(error)) return 'taken' as const
      throw error
    })
  // WebAuthn Level 3, 7.1 step 26: a credential that is registered already, to whomever, is refused.
  if (registered === 'taken') return wrong('the credential is registered', 'credential_exists')
  if (!registered) return wrong('the factor is in use')
  return { outcome: 'verified', factor_id: registered.id, user_id }
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
  const known = user_id === null ? [] : await listPasskeys(auth, user_id)
  const wanted = known.filter((passkey) => factor_id === undefined || passkey.factor_id === factor_id)
  if (user_id !== null && wanted.length === 0) return undefined
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(publicUrl).id,
    allowCredentials: wanted.map(allowed),
    userVerification: user_id === null ? 'required' : 'preferred',
    timeout: challengeLife,
  })
  const asked = { user_id, factor_id: factor_id ?? null, challenge: options.challenge }
  return { ...(await newChallenge(auth, asked, now)), options }
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
  const taken = await takeChallenge(auth, user_id, challenge_id, now)
  if (taken === 'expired') return expired
  if (!taken?.challenge) return noChallenge
  const passkey = await readPasskey(auth, response.id)
  if (!passkey) return wrong('no such credential')
  const { factor_id, credential } = passkey
  // WebAuthn Level 3, 7.2 step 6: the credential is the known person's; of an unknown one the device must say who it is.
  if (user_id !== null && passkey.user_id !== user_id) return wrong('the credential is of another person')
  if (taken.factor_id !== null && taken.factor_id !== factor_id) return wrong('another factor was asked for')
  const { userHandle } = response.response
  const handle = Buffer.from(uuidBytes(passkey.user_id)).toString('base64url')
  if (userHandle === undefined ? user_id === null : userHandle !== handle) return wrong('another user handle')

  const { id, origin } = relyingParty(publicUrl)
  const { verifyAuthenticationResponse } = await library()
  const checked = await refusedOr(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: taken.challenge,
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
  if (typeof checked === 'string') return wrong(checked)
  if (!checked.verified) return wrong('the signature is not right')
  const { newCounter, credentialBackedUp } = checked.authenticationInfo
  const counter = sql<number>`(credential ->> 'counter')::bigint`
  // Asked once more while storing: of two copies of one authenticator at the same moment one is refused (7.2 step 22).
  const counted = await auth
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
  if (!counted) return wrong('the counter went back, or the factor is gone')
  return { outcome: 'verified', factor_id, user_id: passkey.user_id }
}

const allowed = ({ credential_id, credential }: { credential_id: string; credential: StoredCredential }) => ({
  id: credential_id,
  transports: credential.transports,
})

/** The library throws at what an authenticator, or somebody who plays one, sent: to us that is an answer. */
const refusedOr = <Checked>(checking: Promise<Checked>): Promise<Checked | string> =>
  checking.catch((error: unknown) => (error instanceof Error ? error.message.slice(0, 300) : 'refused'))

/** unique_violation (PostgreSQL, appendix A) */
const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === '23505'
