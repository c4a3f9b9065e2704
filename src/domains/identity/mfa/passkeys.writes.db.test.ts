import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type AuthenticatorOverrides, createAuthenticator } from '../../../../test/support/authenticator.ts'
import { type Authenticator, passkeysAt } from '../../../../test/support/passkeys.ts'
import { testDatabase } from '../../../../test/support/test-database.ts'
import {
  type AuthenticationAnswer,
  authenticationResponse,
  registrationResponse,
} from './factors.contract.ts'
import { listFactors } from './factors.reads.server.ts'
import { removeFactor } from './factors.writes.server.ts'
import {
  authenticationOptions,
  registrationOptions,
  verifyAuthentication,
  verifyRegistration,
} from './passkeys.writes.server.ts'

const database = testDatabase()
const publicUrl = 'https://journal.example:8443'
const now = new Date('2026-03-04T12:00:10Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const answerTo = (user_id: string | null, answer: AuthenticationAnswer, at = now) =>
  verifyAuthentication(database.auth, publicUrl, user_id, answer, at)
const wrong = (reason: RegExp) =>
  expect.objectContaining({ outcome: 'wrong', reason: expect.stringMatching(reason) })

const {
  createUser: person,
  requestRegistration: asked,
  register,
  withPasskey,
  optionsFor,
  prove,
} = passkeysAt(database, publicUrl, now)

const inUse = async (user_id: string) =>
  (await listFactors(database.auth, user_id)).some(({ status }) => status === 'verified')

test('registration options come only from the configuration', async () => {
  const user_id = await person()
  const { options, expires_at } = await asked(user_id)

  expect(options.rp).toEqual({ id: 'journal.example', name: 'journal.example' })
  expect(options.attestation).toBe('none')
  expect(options.authenticatorSelection).toMatchObject({
    residentKey: 'preferred',
    userVerification: 'preferred',
  })
  expect(expires_at).toEqual(after(300))
  expect(await inUse(user_id)).toBe(false)
})

test('a passkey becomes a factor and authenticates its user', async () => {
  const { user_id, device, factor_id } = await withPasskey()

  expect(await inUse(user_id)).toBe(true)
  expect(await listFactors(database.auth, user_id)).toMatchObject([
    { id: factor_id, factor_type: 'webauthn', status: 'verified' },
  ])
  expect(await prove(user_id, device)).toEqual({ outcome: 'verified', factor_id, user_id })
  expect(await prove(user_id, device, { userHandle: null, userVerified: false })).toMatchObject({
    outcome: 'verified',
  })
  const { options } = await asked(user_id)
  expect(options.excludeCredentials).toMatchObject([{ id: device.passkeys[0]?.id }])
})

test('a passkey signs in without a username', async () => {
  const { user_id, device, factor_id } = await withPasskey()
  const { options } = await optionsFor(null)

  expect(options).toMatchObject({ allowCredentials: [], userVerification: 'required' })
  expect(await prove(null, device)).toEqual({ outcome: 'verified', factor_id, user_id })
})

test('without a username, user verification and a user handle are required', async () => {
  const { device } = await withPasskey()
  const handle = Buffer.from(randomUUID()).toString('base64url')

  expect(await prove(null, device, { userVerified: false })).toEqual(wrong(/verif/i))
  expect(await prove(null, device, { userHandle: null })).toEqual(wrong(/handle/))
  expect(await prove(null, device, { userHandle: handle })).toEqual(wrong(/handle/))
  expect(await prove(null, device)).toMatchObject({ outcome: 'verified' })
})

const forged: [string, AuthenticatorOverrides, RegExp][] = [
  ['another origin', { origin: 'https://journal.example.evil.example' }, /origin/],
  ['our host on another port', { origin: 'https://journal.example' }, /origin/],
  ['another rpID', { rpId: 'evil.example' }, /RP ID/],
  ['another challenge', { challenge: 'YWJj' }, /challenge/],
]

test.each(forged)('a response with %s is rejected at registration', async (_, how, reason) => {
  const user_id = await person()

  const { outcome } = await register(user_id, createAuthenticator(publicUrl), how)
  expect(outcome).toEqual(wrong(reason))
  expect(await inUse(user_id)).toBe(false)
})

test.each(forged)('a response with %s is rejected at authentication', async (_, how, reason) => {
  const { user_id, device } = await withPasskey()

  expect(await prove(user_id, device, how)).toEqual(wrong(reason))
  expect(await prove(null, device, how)).toEqual(wrong(reason))
})

test('a response works once', async () => {
  const user_id = await person()
  const device = createAuthenticator(publicUrl)
  const { answer, outcome } = await register(user_id, device)
  expect(outcome).toMatchObject({ outcome: 'verified' })
  expect(await verifyRegistration(database.auth, publicUrl, user_id, answer, now)).toEqual(wrong(/challenge/))

  const { challenge_id, options } = await optionsFor(user_id)
  const proof = { challenge_id, response: authenticationResponse.parse(device.get(options)) }
  const times = Array.from({ length: 5 }, () => answerTo(user_id, proof))
  const outcomes = (await Promise.all(times)).map((answered) => answered.outcome)
  expect(outcomes.filter((answered) => answered === 'verified')).toHaveLength(1)
})

test('a wrong response consumes the challenge, which expires after five minutes', async () => {
  const { user_id, device } = await withPasskey()
  const { challenge_id, options } = await optionsFor(user_id)
  const answer = (how?: AuthenticatorOverrides) => ({
    challenge_id,
    response: authenticationResponse.parse(device.get(options, how)),
  })

  expect(await answerTo(user_id, answer({ rpId: 'evil.example' }))).toEqual(wrong(/RP ID/))
  expect(await answerTo(user_id, answer())).toEqual(wrong(/no such challenge/))

  const late = await optionsFor(user_id)
  const response = authenticationResponse.parse(device.get(late.options))
  const answered = { challenge_id: late.challenge_id, response }
  expect(await answerTo(user_id, answered, after(300))).toEqual(wrong(/challenge/))
})

test('a wrong signature, or one by another key, is rejected', async () => {
  const { user_id, device } = await withPasskey()
  const { challenge_id, options } = await optionsFor(user_id)
  const response = authenticationResponse.parse(device.get(options))
  const other = await withPasskey()
  const theirs = other.device.get((await optionsFor(other.user_id)).options)
  response.response.signature = theirs.response.signature

  const answer = await answerTo(user_id, { challenge_id, response })
  expect(answer).toEqual(wrong(/signature/))
})

test('a malformed response is rejected without an exception', async () => {
  const { user_id, device } = await withPasskey()
  const { challenge_id, options } = await optionsFor(user_id)
  const response = authenticationResponse.parse(device.get(options))
  response.response.authenticatorData = 'AAAA'
  response.response.clientDataJSON = 'AAAA'

  expect(await answerTo(user_id, { challenge_id, response })).toMatchObject({ outcome: 'wrong' })
})

test('a counter that does not increase is rejected', async () => {
  const { user_id, device } = await withPasskey()

  expect(await prove(user_id, device, { counter: 41 })).toMatchObject({ outcome: 'verified' })
  expect(await prove(user_id, device, { counter: 41 })).toEqual(wrong(/counter/))
  expect(await prove(null, device, { counter: 7 })).toEqual(wrong(/counter/))
  expect(await prove(user_id, device, { counter: 0 })).toEqual(wrong(/counter/))
  expect(await prove(user_id, device, { counter: 42 })).toMatchObject({ outcome: 'verified' })
})

test('one of five concurrent clones of an authenticator succeeds', async () => {
  const { user_id, device } = await withPasskey()
  const answers = await Promise.all(Array.from({ length: 5 }, () => prove(user_id, device, { counter: 50 })))

  expect(answers.filter(({ outcome }) => outcome === 'verified')).toHaveLength(1)
})

test('an authenticator without a counter works', async () => {
  const { user_id, device } = await withPasskey({ counts: false })

  expect(await prove(user_id, device)).toMatchObject({ outcome: 'verified' })
  expect(await prove(null, device)).toMatchObject({ outcome: 'verified' })
})

test("another user's passkey, challenge or factor is rejected", async () => {
  const [mine, theirs] = [await withPasskey(), await withPasskey()]
  const { challenge_id, options } = await optionsFor(mine.user_id)
  const verify = (user_id: string | null, id: string, device: Authenticator) => {
    const response = authenticationResponse.parse(
      device.get({ ...options, allowCredentials: [] }, { userHandle: null }),
    )
    return answerTo(user_id, { challenge_id: id, response })
  }

  expect(await verify(theirs.user_id, challenge_id, mine.device)).toEqual(wrong(/no such challenge/))
  expect(await verify(null, challenge_id, mine.device)).toEqual(wrong(/no such challenge/))
  expect(await verify(mine.user_id, challenge_id, theirs.device)).toEqual(wrong(/another person/))
  const wanted = { factor_id: theirs.factor_id, account: 'me' }
  expect(await registrationOptions(database.auth, publicUrl, mine.user_id, wanted, now)).toBeUndefined()
  expect(
    await authenticationOptions(database.auth, publicUrl, mine.user_id, now, theirs.factor_id),
  ).toBeUndefined()
})

test('a challenge for one passkey rejects another of the same user', async () => {
  const { user_id, device, factor_id } = await withPasskey()
  const second = createAuthenticator(publicUrl)
  await register(user_id, second)
  const { challenge_id, options } = await optionsFor(user_id, factor_id)
  expect(options.allowCredentials).toMatchObject([{ id: device.passkeys[0]?.id }])
  const response = authenticationResponse.parse(second.get({ ...options, allowCredentials: [] }))

  expect(await answerTo(user_id, { challenge_id, response })).toEqual(wrong(/another factor/))
})

test("a registered credential can't be registered again by anyone", async () => {
  const { device } = await withPasskey()
  const other = await person()
  const { challenge_id, options } = await asked(other)
  // The other user claims the first user's credential.
  const registration = device.create(options, { id: device.passkeys[0]?.id ?? '' })
  const response = registrationResponse.parse(registration)

  const answer = await verifyRegistration(database.auth, publicUrl, other, { challenge_id, response }, now)
  expect(answer).toEqual(wrong(/registered/))
  expect(await inUse(other)).toBe(false)
})

test('an authentication response to a registration challenge is rejected', async () => {
  const { user_id, device } = await withPasskey()
  const registering = await asked(user_id)
  const response = authenticationResponse.parse(
    device.get({ challenge: registering.options.challenge, rpId: 'journal.example' }),
  )
  const { challenge_id } = registering

  expect(await answerTo(user_id, { challenge_id, response })).toEqual(wrong(/another factor/))
})

test('a removed passkey is rejected', async () => {
  const { user_id, device, factor_id } = await withPasskey()
  await removeFactor(database.auth, user_id, factor_id, new Date())

  expect(await authenticationOptions(database.auth, publicUrl, user_id, now)).toBeUndefined()
  expect(await prove(null, device)).toEqual(wrong(/no such credential/))
})
