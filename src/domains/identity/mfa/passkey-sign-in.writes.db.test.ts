import { expect, test } from 'vitest'
import type { createAuthenticator } from '../../../../test/support/authenticator.ts'
import { testEngine, testRequestInfo } from '../../../../test/support/engine.ts'
import { passkeysAt } from '../../../../test/support/passkeys.ts'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { readSession } from '../identity.reads.server.ts'
import { proveByPasskey } from '../reauth/reauth.writes.server.ts'
import { startSession } from '../sessions/sessions.writes.server.ts'
import { authenticationResponse } from './factors.contract.ts'
import { signInByPasskey } from './passkey-sign-in.writes.server.ts'

const database = testDatabase()
const { engine, time } = testEngine(database)
const passkeys = passkeysAt(database, engine.config.publicUrl, time.now)

/** A device's response to a passkey request, for one user or any. */
async function answerOf(device: ReturnType<typeof createAuthenticator>, user_id: string | null) {
  const { challenge_id, options } = await passkeys.optionsFor(user_id)
  return { challenge_id, response: authenticationResponse.parse(device.get(options)) }
}

test('a passkey opens an aal2 session, once per challenge', async () => {
  const { user_id, device } = await passkeys.withPasskey()
  const answer = await answerOf(device, null)
  const signedIn = await signInByPasskey(engine, answer, testRequestInfo({ shared_device: true }))
  expect(signedIn).toMatchObject({
    outcome: 'signed_in',
    session: { user_id, aal: 'aal2', owes_factor: false, shared_device: true },
  })
  expect(await signInByPasskey(engine, answer, testRequestInfo())).toEqual({
    outcome: 'wrong',
    code: 'challenge_not_found',
  })
})

test('a suspended user is rejected, without a session', async () => {
  const { user_id, device } = await passkeys.withPasskey()
  const answer = await answerOf(device, null)
  await database.auth
    .updateTable('auth.users')
    .set({ status: 'suspended' })
    .where('id', '=', user_id)
    .execute()
  expect(await signInByPasskey(engine, answer, testRequestInfo())).toEqual({ outcome: 'suspended' })
  const left = database.auth.selectFrom('auth.sessions').select('id').where('user_id', '=', user_id)
  expect(await left.execute()).toEqual([])
})

test('sign-ins by passkey are rate-limited after a hundred failures from one IP address', async () => {
  const { device } = await passkeys.withPasskey()
  const requestInfo = testRequestInfo()
  await Promise.all(
    Array.from({ length: 100 }, () =>
      engine.limits.attempt({ kind: 'passkey', clientIp: requestInfo.address }, async () => undefined),
    ),
  )
  expect(await signInByPasskey(engine, await answerOf(device, null), requestInfo)).toMatchObject({
    outcome: 'wait',
  })
})

test('a passkey as second factor raises the session to aal2 with a new token; another user’s does not', async () => {
  const { user_id, device } = await passkeys.withPasskey()
  const started = await startSession(engine, user_id, { ...testRequestInfo(), method: 'password' })
  if (!started) throw new Error('no session')
  expect(started.session.owes_factor).toBe(true)
  const stranger = await passkeys.withPasskey()
  const theirs = await answerOf(stranger.device, stranger.user_id)
  expect(await proveByPasskey(engine, started.session, theirs, testRequestInfo())).toEqual({
    outcome: 'wrong',
  })
  const proof = await proveByPasskey(
    engine,
    started.session,
    await answerOf(device, user_id),
    testRequestInfo(),
  )
  const token = 'token' in proof ? proof.token : ''
  expect(await readSession(database.auth, token, time.now)).toMatchObject({ aal: 'aal2', owes_factor: false })
  expect(await readSession(database.auth, started.token, time.now)).toBeUndefined()
})
