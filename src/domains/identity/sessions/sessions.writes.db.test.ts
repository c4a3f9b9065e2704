import { describe, expect, test } from 'vitest'
import { testRequestInfo } from '../../../../test/support/engine.ts'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { otherPassword, password, userPool } from '../../../../test/support/user-pool.ts'
import { saveStatus } from '../accounts/administration.writes.server.ts'
import { changePassword } from '../credentials/password.writes.server.ts'
import { listSessions, readSession } from '../identity.reads.server.ts'
import { signIn } from '../sign-in.writes.server.ts'
import { endSession, endSessions, signOut, startSession } from './sessions.writes.server.ts'

const database = testDatabase()
const { createUser, setStatus } = userPool(database)

describe('a session', () => {
  test('ends immediately on sign-out, on every process', async () => {
    const { token } = await createUser('ten-1@example.org')
    await signOut(database.auth, token)
    expect(await readSession(database.auth, token, new Date())).toBeUndefined()
    await signOut(database.auth, token)
  })

  test('expires after 30 days without use, on a shared device after half an hour', async () => {
    const days = 24 * 60 * 60 * 1000
    const own = await createUser('ten-2@example.org')
    const shared = await createUser('ten-3@example.org', testRequestInfo({ shared_device: true }))
    const later = (milliseconds: number) => new Date(own.time.now.getTime() + milliseconds)
    expect(await readSession(database.auth, shared.token, later(29 * 60_000))).toBeDefined()
    expect(await readSession(database.auth, shared.token, later(58 * 60_000))).toBeDefined()
    expect(await readSession(database.auth, shared.token, later(90 * 60_000))).toBeUndefined()
    expect(await readSession(database.auth, own.token, later(29 * days))).toBeDefined()
    expect(await readSession(database.auth, own.token, later(58 * days))).toBeDefined()
    expect(await readSession(database.auth, own.token, later(89 * days))).toBeUndefined()
  })

  test('that was used while the clock was ahead expires normally once the clock is right', async () => {
    const year = 365 * 24 * 60 * 60 * 1000
    const { token, time } = await createUser('ten-8@example.org', testRequestInfo({ shared_device: true }))
    const now = new Date(time.now.getTime() - year)
    const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
    expect(await readSession(database.auth, token, now)).toMatchObject({ expires_at: later(30) })
    expect(await readSession(database.auth, token, later(29))).toMatchObject({ expires_at: later(59) })
    expect(await readSession(database.auth, token, later(60))).toBeUndefined()
  })

  test('is listed with device and time, the current one marked; another user cannot end it', async () => {
    const { engine, session } = await createUser('ten-4@example.org')
    const stranger = await createUser('ten-5@example.org')
    await signIn(
      engine,
      { email: 'ten-4@example.org', password },
      testRequestInfo({ device: 'Safari on iPhone' }),
    )
    const listed = await listSessions(database.auth, session, new Date())
    expect(listed.map(({ device, current }) => [device, current]).sort()).toEqual([
      ['Firefox on Linux', true],
      ['Safari on iPhone', false],
    ])
    expect(Object.keys(listed[0] ?? {}).sort()).toEqual(['current', 'device', 'id', 'last_seen_at'])
    expect(await endSession(database.auth, stranger.session.user_id, session.id)).toBe(false)
    await endSessions(database.auth, session.user_id, session.id)
    expect(await listSessions(database.auth, session, new Date())).toHaveLength(1)
  })

  test('ends if the password is changed in another session, which needs the old password', async () => {
    const { engine, session, token } = await createUser('ten-6@example.org')
    const elsewhere = await signIn(engine, { email: 'ten-6@example.org', password }, testRequestInfo())
    const requestInfo = testRequestInfo()
    expect(
      await changePassword(engine, session, { current: otherPassword, password: otherPassword }, requestInfo),
    ).toEqual({
      outcome: 'wrong',
    })
    expect(
      await changePassword(engine, session, { current: password, password: 'password1234' }, requestInfo),
    ).toMatchObject({
      outcome: 'weak',
    })
    expect(
      await changePassword(engine, session, { current: password, password: otherPassword }, requestInfo),
    ).toEqual({
      outcome: 'changed',
    })
    expect(await readSession(database.auth, token, new Date())).toBeDefined()
    expect(
      'token' in elsewhere && (await readSession(database.auth, elsewhere.token, new Date())),
    ).toBeUndefined()
    expect(await signIn(engine, { email: 'ten-6@example.org', password }, testRequestInfo())).toEqual({
      outcome: 'wrong',
    })
  })
})

test('a stolen copy of the database contains no session token or password', async () => {
  const { token } = await createUser('stolen@example.org')
  const client = await database.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('auth', 'public', 'graphile_worker')",
  )
  let copy = ''
  for (const { name } of tables)
    copy += JSON.stringify((await client.query(`select t::text from ${name} t`)).rows)
  await client.end()
  expect(copy).toContain('stolen@example.org')
  expect(copy).not.toContain(token)
  expect(copy).not.toContain(Buffer.from(token).toString('hex'))
  expect(copy).not.toContain(password)
  expect(copy.match(/\$argon2id\$v=19\$m=19456,t=2,p=1\$/g)?.length).toBeGreaterThan(5)
})

describe('a session for a suspended user', () => {
  const how = { device: 'Firefox on Linux', shared_device: false }
  test.each(['otp', 'oauth', 'webauthn'])('is not created after authentication by %s', async (method) => {
    const { engine, session } = await createUser(`suspended-${method}@example.org`)
    await setStatus(`suspended-${method}@example.org`, 'suspended')
    expect(await startSession(engine, session.user_id, { ...how, method })).toBeUndefined()
    await setStatus(`suspended-${method}@example.org`, 'restricted')
    expect(await startSession(engine, session.user_id, { ...how, method })).toBeDefined()
  })

  test('is not created by a concurrent sign-in', async () => {
    const { engine, session } = await createUser('under-way@example.org')
    const suspending = saveStatus(database.auth, engine.clock, 'under-way@example.org', 'suspended')
    const started = Array.from({ length: 5 }, () =>
      startSession(engine, session.user_id, { ...how, method: 'oauth' }),
    )
    await Promise.all([suspending, ...started])
    const left = database.auth.selectFrom('auth.sessions').select('id').where('user_id', '=', session.user_id)
    expect(await left.execute()).toEqual([])
  })
})
