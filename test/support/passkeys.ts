import { randomUUID } from 'node:crypto'
import {
  authenticationResponse,
  registrationResponse,
} from '../../src/domains/identity/mfa/factors.contract.ts'
import {
  authenticationOptions,
  enrollPasskey,
  registrationOptions,
  verifyAuthentication,
  verifyRegistration,
} from '../../src/domains/identity/mfa/passkeys.writes.server.ts'
import { type AuthenticatorOverrides, createAuthenticator } from './authenticator.ts'
import type { TestDatabase } from './test-database.ts'

export type Authenticator = ReturnType<typeof createAuthenticator>

/** Registers and verifies passkeys at a fixed URL and time. */
export function passkeysAt(database: TestDatabase, publicUrl: string, now: Date) {
  async function createUser() {
    const id = randomUUID()
    await database.auth.insertInto('auth.users').values({ id }).execute()
    return id
  }

  /** Requests registration options. */
  async function requestRegistration(user_id: string) {
    const enrolled = await enrollPasskey(database.auth, user_id, {})
    if (enrolled.outcome !== 'enrolled') throw new Error(enrolled.outcome)
    const wanted = { factor_id: enrolled.factor_id, account: 'me@example.org' }
    const answer = await registrationOptions(database.auth, publicUrl, user_id, wanted, now)
    if (!answer) throw new Error('no options')
    return { ...answer, factor_id: enrolled.factor_id }
  }

  async function register(user_id: string, device: Authenticator, how?: AuthenticatorOverrides) {
    const { challenge_id, options, factor_id } = await requestRegistration(user_id)
    const answer = { challenge_id, response: registrationResponse.parse(device.create(options, how)) }
    const outcome = await verifyRegistration(database.auth, publicUrl, user_id, answer, now)
    return { factor_id, answer, outcome }
  }

  /** Creates a user with a verified passkey. */
  async function withPasskey(settings?: { counts: boolean }) {
    const user_id = await createUser()
    const device = createAuthenticator(publicUrl, settings)
    const { factor_id, outcome } = await register(user_id, device)
    if (outcome.outcome !== 'verified') throw new Error(outcome.reason)
    return { user_id, device, factor_id }
  }

  /** @param user_id null for a discoverable sign-in */
  async function optionsFor(user_id: string | null, factor_id?: string) {
    const answer = await authenticationOptions(database.auth, publicUrl, user_id, now, factor_id)
    if (!answer) throw new Error('no options')
    return answer
  }

  async function prove(user_id: string | null, device: Authenticator, how?: AuthenticatorOverrides) {
    const { challenge_id, options } = await optionsFor(user_id)
    const answer = { challenge_id, response: authenticationResponse.parse(device.get(options, how)) }
    return verifyAuthentication(database.auth, publicUrl, user_id, answer, now)
  }

  return { createUser, requestRegistration, register, withPasskey, optionsFor, prove }
}
