import { generateSync } from 'otplib'
import { describe, expect, test } from 'vitest'
import { verifyFactor } from '../../src/auth-api/mfa/mfa.writes.server.ts'
import { readSession } from '../../src/domains/identity/identity.reads.server.ts'
import { createChallenge } from '../../src/domains/identity/mfa/challenges.writes.server.ts'
import { confirmApp, confirmPasskey } from '../../src/domains/identity/mfa/confirm.writes.server.ts'
import { registrationResponse } from '../../src/domains/identity/mfa/factors.contract.ts'
import {
  enrollTotp,
  readPendingTotp,
  removeFactor,
} from '../../src/domains/identity/mfa/factors.writes.server.ts'
import { enrollPasskey, registrationOptions } from '../../src/domains/identity/mfa/passkeys.writes.server.ts'
import { endSessions, startSession } from '../../src/domains/identity/sessions/sessions.writes.server.ts'
import { signUp } from '../../src/domains/identity/sign-in.writes.server.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import { testEngine, testRequestInfo } from '../support/engine.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()
const naming = { issuer: 'Account', account: 'me@example.org' }
let people = 0

/** A user who is signed in on two devices. */
async function person() {
  const { engine, time } = testEngine(database)
  const given = { email: `step-${++people}@example.org`, password: 'lantern over the quiet harbor' }
  const made = await signUp(engine, given, testRequestInfo())
  if (made.outcome !== 'signed_in') throw new Error(made.outcome)
  const { session, token } = made
  const other = await startSession(engine, session.user_id, { ...testRequestInfo(), method: 'password' })
  const at = (cookie = '') => readSession(database.auth, cookie, engine.clock.now())
  return { engine, time, session, token, otherToken: other?.token, at }
}

type Who = Pick<Awaited<ReturnType<typeof person>>, 'engine' | 'session'>
async function begin({ engine, session }: Who, friendly_name: string) {
  const begun = await enrollTotp(engine.auth, engine.masterKey, session.user_id, { ...naming, friendly_name })
  if (begun.outcome !== 'enrolled') throw new Error(begun.outcome)
  return begun
}
const codeAt = (secret: string, now: Date) =>
  generateSync({ secret, epoch: Math.floor(now.getTime() / 1000) })

describe('the first factor', () => {
  test('that is an authenticator app raises this session to aal2 with a new token, and ends all others', async () => {
    const who = await person()
    const { engine, time, session, token, otherToken, at } = who
    const { factor_id, secret } = await begin(who, 'Phone')
    const code = codeAt(secret, time.now)
    const proof = await confirmApp(engine, session, { factor_id, code }, testRequestInfo())
    if (proof.outcome !== 'proven') throw new Error(proof.outcome)
    expect(await at(proof.token)).toMatchObject({ id: session.id, aal: 'aal2', owes_factor: false })
    expect([await at(token), await at(otherToken)]).toEqual([undefined, undefined])
  })

  test('that is a passkey raises this session to aal2 with a new token, and ends all others', async () => {
    const { engine, time, session, token, otherToken, at } = await person()
    const { publicUrl } = engine.config
    const begun = await enrollPasskey(engine.auth, session.user_id, {})
    if (begun.outcome !== 'enrolled') throw new Error(begun.outcome)
    const wanted = { factor_id: begun.factor_id, account: 'me@example.org' }
    const asked = await registrationOptions(engine.auth, publicUrl, session.user_id, wanted, time.now)
    if (!asked) throw new Error('no options')
    const response = registrationResponse.parse(createAuthenticator(publicUrl).create(asked.options))
    const { challenge_id } = asked
    const proof = await confirmPasskey(engine, session, { challenge_id, response }, testRequestInfo())
    if (proof.outcome !== 'proven') throw new Error(proof.outcome)
    expect(await at(proof.token)).toMatchObject({ aal: 'aal2', owes_factor: false })
    expect([await at(token), await at(otherToken)]).toEqual([undefined, undefined])
  })

  test('that is removed again leaves sessions at aal1 that need no second factor', async () => {
    const who = await person()
    const { engine, time, session, at } = who
    const { factor_id, secret } = await begin(who, 'Phone')
    const proof = await confirmApp(
      engine,
      session,
      { factor_id, code: codeAt(secret, time.now) },
      testRequestInfo(),
    )
    await removeFactor(engine.auth, session.user_id, factor_id, new Date(), session.id)
    expect('token' in proof && (await at(proof.token))).toMatchObject({ aal: 'aal1', owes_factor: false })
  })
})

test.each(['our page', 'an app'])(
  'a factor confirmed on %s is rejected, and ends no session, when its own session ends in a race',
  async (where) => {
    const { engine, time, session, token, otherToken, at } = await person()
    const thief = await at(otherToken)
    if (!thief) throw new Error('no second session')
    const { factor_id, secret } = await begin({ engine, session: thief }, 'Theirs')
    const asked = { user_id: thief.user_id, factor_id, challenge: null }
    const { challenge_id } = await createChallenge(engine.auth, asked, time.now)
    // Delays the next attempt by half a second.
    await Promise.all(Array.from({ length: 5 }, () => engine.limits.consume('proof', thief.user_id)))
    const given = { factor_id, challenge_id, code: codeAt(secret, time.now) }
    const proving =
      where === 'an app'
        ? verifyFactor({ engine, sign: async () => '' }, thief, given, testRequestInfo())
        : confirmApp(engine, thief, given, testRequestInfo())
    await endSessions(engine.auth, session.user_id, session.id)
    expect(await proving).toMatchObject(
      where === 'an app' ? { errorCode: 'session_not_found' } : { outcome: 'wrong' },
    )
    expect(await at(token)).toMatchObject({ id: session.id, owes_factor: false })
  },
)

test('a second factor keeps other sessions that have proven the first', async () => {
  const who = await person()
  const { engine, time, session, at } = who
  const first = await begin(who, 'Phone')
  const code = codeAt(first.secret, time.now)
  const proof = await confirmApp(engine, session, { factor_id: first.factor_id, code }, testRequestInfo())
  const raised = 'token' in proof ? await at(proof.token) : undefined
  const how = { ...testRequestInfo(), method: 'webauthn', aal: 'aal2' } as const
  const elsewhere = await startSession(engine, session.user_id, how)
  const second = await begin(who, 'Tablet')
  const given = { factor_id: second.factor_id, code: codeAt(second.secret, time.now) }
  expect(raised && (await confirmApp(engine, raised, given, testRequestInfo()))).toMatchObject({
    outcome: 'proven',
  })
  expect(await at(elsewhere?.token)).toBeDefined()
})

test('wrong codes are rate limited and change nothing, and the setup stays readable until a code is right', async () => {
  const who = await person()
  const { engine, time, session, token, at } = who
  const { factor_id, secret, outcome, ...shown } = await begin(who, 'Phone')
  const requestInfo = testRequestInfo()
  const look = (user_id: string) => readPendingTotp(engine.auth, engine.masterKey, user_id, factor_id, naming)
  for (let time = 1; time <= 3; time++) {
    const wrong = await confirmApp(engine, session, { factor_id, code: '000000' }, requestInfo)
    expect(wrong).toEqual({ outcome: 'wrong' })
  }
  expect(await at(token)).toMatchObject({ aal: 'aal1', owes_factor: false })
  expect(await look(session.user_id)).toEqual({ factor_id, secret, ...shown })
  expect(await look((await person()).session.user_id)).toBeUndefined()
  await Promise.all(Array.from({ length: 7 }, () => engine.limits.consume('proof', session.user_id)))
  const code = codeAt(secret, time.now)
  expect(await confirmApp(engine, session, { factor_id, code }, requestInfo)).toMatchObject({
    outcome: 'wait',
  })
  await engine.limits.reset('proof', session.user_id)
  expect(await confirmApp(engine, session, { factor_id, code }, requestInfo)).toMatchObject({
    outcome: 'proven',
  })
  expect(await look(session.user_id)).toBeUndefined()
})
