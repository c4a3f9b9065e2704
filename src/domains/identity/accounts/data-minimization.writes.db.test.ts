import { generateSync } from 'otplib'
import type pg from 'pg'
import { v7 as uuidv7, version as versionOf } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testEngine, testRequestInfo } from '../../../../test/support/engine.ts'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { createOwner } from '../../../platform/create-owner.ts'
import { keeps } from '../identity.personal-data.server.ts'
import { listSessions, readSession, readSessionWithoutTouching } from '../identity.reads.server.ts'
import { isRecentlyAuthenticated, sessionEnd } from '../identity.rules.ts'
import { enrollTotp, verifyTotp } from '../mfa/factors.writes.server.ts'
import { createRecoveryCodes, redeemRecoveryCode } from '../mfa/recovery-codes.writes.server.ts'
import { proveByPassword } from '../reauth/reauth.writes.server.ts'
import { startSession } from '../sessions/sessions.writes.server.ts'
import { signIn, signUp } from '../sign-in.writes.server.ts'
import { addIdentity } from '../social/linked-accounts.writes.server.ts'
import { findLinkedUser, openAccount } from '../social/social-accounts.writes.server.ts'
import { removeExpired } from './cleanup.writes.server.ts'
import { clearExactTimes, saveDataLimit } from './data-minimization.writes.server.ts'
import { saveProfile } from './profile.writes.server.ts'

const database = testDatabase()
const { auth } = database
const password = 'lantern over the quiet harbor'
const [minute, day] = [60_000, 24 * 60 * 60_000]
const week = 7 * day
let all: pg.Client
beforeAll(async () => {
  all = await database.connect()
})
afterAll(() => all.end())

let people = 0
/** A user with a row in every table that stores times. */
async function newcomer() {
  const { engine, time } = testEngine(database)
  const email = `person-${++people}@example.org`
  const signedUp = await signUp(engine, { email, password }, testRequestInfo())
  if (signedUp.outcome !== 'signed_in') throw new Error(signedUp.outcome)
  const { user_id, id: session_id } = signedUp.session
  const at = (milliseconds: number) => new Date(Date.now() + milliseconds)
  const enrolled = await enrollTotp(auth, engine.masterKey, user_id, { issuer: 'A', account: 'B' })
  if (enrolled.outcome !== 'enrolled') throw new Error(enrolled.outcome)
  const { factor_id, secret } = enrolled
  const codes = await createRecoveryCodes(auth, engine.masterKey, user_id, engine.clock.now())
  const person = { issuer: 'https://provider.example', sub: `sub-${people}` }
  await addIdentity(auth, user_id, 'test', person, engine.clock.now())
  await auth
    .insertInto('auth.refresh_tokens')
    .values({ token_hash: Buffer.from(`of ${user_id}`), session_id, used_at: at(-3 * day) })
    .execute()

  /** Does everything that stores a time. */
  async function use() {
    const now = engine.clock.now()
    const codeNow = generateSync({ secret, epoch: now.getTime() / 1000 })
    const results = [
      await verifyTotp(auth, engine.masterKey, user_id, factor_id, codeNow, now),
      await redeemRecoveryCode(auth, engine.masterKey, user_id, codes.pop() ?? '', now),
      await findLinkedUser(engine, 'test', person),
      await saveProfile(engine, createOwner({ user_id, session_id, status: 'active', journals: false }), {
        username: 'Ana',
      }),
      await signIn(engine, { email, password }, testRequestInfo({ device: 'Safari on iPhone' })),
    ]
    if (results.some((result) => !result)) throw new Error(JSON.stringify(results))
    return results[4] as { token: string; session: { id: string } }
  }
  return { engine, time, email, user_id, ...signedUp, factor_id, secret, use }
}

/** Reads the rows of one user in all tables that store activity, like an attacker with the database. */
async function keptOf(user_id: string) {
  const rows = async (sql: string) => (await all.query(sql, [user_id])).rows
  const [user] = await rows('select * from auth.users where id = $1')
  const sessions = await rows('select * from auth.sessions where user_id = $1')
  const tokens = await rows(
    'select t.* from auth.refresh_tokens t join auth.sessions s on s.id = session_id where user_id = $1',
  )
  const factors = await rows('select * from auth.factors where user_id = $1')
  const codes = await rows('select * from auth.recovery_codes where user_id = $1')
  const identities = await rows('select * from auth.identities where user_id = $1')
  const [profile] = await rows('select * from profiles where id = $1')
  return { user, sessions, tokens, factors, codes, identities, profile }
}

/** Fails if any stored value reveals when the user did something. */
async function expectNothing(user_id: string) {
  const { user, sessions, tokens, factors, codes, identities, profile } = await keptOf(user_id)
  const signedUp = user.created_at
  expect(user).toMatchObject({
    limit_data: true,
    last_sign_in_at: null,
    updated_at: signedUp,
    email_confirmed_at: signedUp,
  })
  for (const session of sessions) {
    expect(session).toMatchObject({ device: '', created_at: null, last_seen_at: null })
    expect(session.amr.map(({ timestamp }: { timestamp: number }) => timestamp)).toEqual(
      session.amr.map(() => 0),
    )
    const step = session.shared_device ? 5 * minute : week
    expect([session.expires_at.getTime() % step, session.ends_at.getTime() % step]).toEqual([0, 0])
  }
  for (const token of tokens) expect(token.created_at).toBeNull()
  for (const row of [...factors, profile, ...identities]) expect(row.updated_at).toEqual(row.created_at)
  for (const factor of factors) expect(factor.last_challenged_at).toBeNull()
  for (const identity of identities) expect(identity.last_sign_in_at).toBeNull()
  expect(codes.filter(({ used_at }) => used_at).map(({ used_at }) => used_at.getTime())).toEqual(
    codes.filter(({ used_at }) => used_at).map(() => 0),
  )
  return { sessions, tokens, factors, codes }
}

describe('Limit Data Collection', () => {
  test('covers every column that stores a time, also new ones', async () => {
    const { rows } = await all.query<{ name: string }>(
      `select case table_schema when 'public' then '' else table_schema || '.' end || table_name || '.' || column_name as name
         from information_schema.columns
        where data_type like 'timestamp%' or data_type = 'date'`,
    )
    const emptied = [
      ...['email_confirmed_at', 'phone_confirmed_at', 'last_sign_in_at', 'updated_at'].map(
        (name) => `auth.users.${name}`,
      ),
      ...['created_at', 'last_seen_at', 'proven_at', 'expires_at', 'ends_at'].map(
        (name) => `auth.sessions.${name}`,
      ),
      ...['created_at', 'used_at'].map((name) => `auth.refresh_tokens.${name}`),
      ...['last_challenged_at', 'updated_at'].map((name) => `auth.factors.${name}`),
      'auth.recovery_codes.used_at',
      ...['last_sign_in_at', 'updated_at'].map((name) => `auth.identities.${name}`),
      'profiles.updated_at',
    ]
    // Allowed: creation times of the user's own content, the operator's decisions, and what is deleted within the hour.
    const stay = [
      // The user chose this lock.
      'auth.sessions.locks_at',
      ...['banned_until', 'deleted_at'].map((name) => `auth.users.${name}`),
      ...['created_at', 'of_age_at'].map((name) => `auth.users.${name}`),
      ...['new_email_until', 'new_phone_until'].map((name) => `auth.users.${name}`),
      'auth.oauth_states.used_at',
      ...['auth.factors.created_at', 'auth.identities.created_at', 'profiles.created_at'],
      ...['created_at', 'sent_at', 'expires_at'].map((name) => `auth.mail_tokens.${name}`),
      ...['auth.challenges', 'auth.oauth_states'].flatMap((table) => [
        `${table}.created_at`,
        `${table}.expires_at`,
      ]),
    ]
    const ours = rows
      .map(({ name }) => name)
      .filter((name) => keeps.some((table) => name.startsWith(`${table}.`)))
    expect(ours.toSorted()).toEqual([...emptied, ...stay].toSorted())
  })

  test('deletes existing data when it is turned on, and only of that user', async () => {
    const [person, other] = [await newcomer(), await newcomer()]
    await person.use()
    await other.use()
    await all.query(`update auth.sessions set proven_at = now() - interval '2 hours' where user_id = $1`, [
      person.user_id,
    ])
    await all.query('update auth.factors set last_step = last_step - 1000 where user_id = $1', [
      person.user_id,
    ])
    const before = await keptOf(other.user_id)
    await saveDataLimit(auth, person.user_id, true)
    const { sessions, tokens, factors, codes } = await expectNothing(person.user_id)
    expect([sessions.length, factors[0].last_step, codes.length]).toEqual([2, null, 10])
    expect(sessions.map(({ proven_at }) => proven_at)).toEqual([null, null])
    expect(tokens[0].used_at.getTime() % week).toBe(0)
    expect(await keptOf(other.user_id)).toEqual(before)
    expect(before.sessions[0]).toMatchObject({ device: 'Firefox on Linux', last_seen_at: expect.any(Date) })
  })

  test('stores no time or device later either, even for direct SQL updates', async () => {
    const person = await newcomer()
    await saveDataLimit(auth, person.user_id, true)
    const started = await person.use()
    const { sessions } = await expectNothing(person.user_id)
    expect(sessions).toHaveLength(2)
    // A UUIDv7 would reveal when the session began.
    expect(versionOf(started.session.id)).toBe(4)
    for (const client of [all, await database.connect('unfog_auth')]) {
      await client.query(
        `update auth.sessions set device = 'Firefox', created_at = now(), last_seen_at = now(),
           amr = '[{"method": "password", "timestamp": 7}, {"method": "totp", "timestamp": 8}, {"method": "password", "timestamp": 9}]'
          where user_id = $1`,
        [person.user_id],
      )
      await client.query(
        'update auth.users set last_sign_in_at = now(), updated_at = now(), email_confirmed_at = now() where id = $1',
        [person.user_id],
      )
      await client.query('update auth.factors set last_challenged_at = now() where user_id = $1', [
        person.user_id,
      ])
      await client.query(
        'insert into auth.refresh_tokens (token_hash, session_id, created_at) values ($1, $2, now())',
        [Buffer.from(uuidv7()), started.session.id],
      )
      if (client !== all) await client.end()
    }
    const { sessions: after } = await expectNothing(person.user_id)
    expect(after[0].amr).toEqual([
      { method: 'totp', timestamp: 0 },
      { method: 'password', timestamp: 0 },
    ])
  })

  test('allows storing data again after it is turned off', async () => {
    const person = await newcomer()
    await saveDataLimit(auth, person.user_id, true)
    await saveDataLimit(auth, person.user_id, false)
    const started = await person.use()
    person.time.now = new Date(person.time.now.getTime() + 2 * minute)
    await readSession(auth, person.token, person.time.now)
    const { user, sessions, identities } = await keptOf(person.user_id)
    expect(user).toMatchObject({ limit_data: false, last_sign_in_at: expect.any(Date) })
    expect(identities.find(({ provider }) => provider === 'test').last_sign_in_at).toBeInstanceOf(Date)
    expect(sessions.find(({ id }) => id === started.session.id)).toMatchObject({ device: 'Safari on iPhone' })
    const first = sessions.find(({ id }) => id === person.session.id)
    expect(first.last_seen_at).toEqual(person.time.now)
    expect(first.expires_at).toEqual(sessionEnd(person.time.now, false))
  })
})

describe('A session with Limit Data Collection', () => {
  test.each([
    ['of one’s own lives for 23 to 30 days without use', false, 23 * day, 30 * day],
    ['on a shared device lives for 25 to 30 minutes without use', true, 25 * minute, 30 * minute],
  ])('%s, and use extends it', async (_title, shared_device, least, most) => {
    const { engine, user_id, email } = await newcomer()
    await saveDataLimit(auth, user_id, true)
    const started = await signIn(engine, { email, password }, testRequestInfo({ shared_device }))
    if (started.outcome !== 'signed_in') throw new Error(started.outcome)
    await expectNothing(user_id)
    let now = engine.clock.now()
    for (let uses = 0; uses < 5; uses++) {
      now = new Date(now.getTime() + least - 1000)
      const session = await readSession(auth, started.token, now)
      expect(session?.expires_at, `${uses}`).toEqual(sessionEnd(now, shared_device, true))
      // The rule and the database round alike, so that not every read is a write.
      expect((await readSessionWithoutTouching(auth, started.token, now))?.expires_at).toEqual(
        session?.expires_at,
      )
    }
    expect(
      await readSessionWithoutTouching(auth, started.token, new Date(now.getTime() + least)),
    ).toBeDefined()
    expect(
      await readSessionWithoutTouching(auth, started.token, new Date(now.getTime() + most)),
    ).toBeUndefined()
    await expectNothing(user_id)
  })

  test('is not written to the database at every use', async () => {
    const { engine, user_id, token, session } = await newcomer()
    await saveDataLimit(auth, user_id, true)
    const written = async () =>
      (await all.query('select xmin from auth.sessions where id = $1', [session.id])).rows[0].xmin
    await readSession(auth, token, engine.clock.now())
    const before = await written()
    await readSession(auth, token, new Date(engine.clock.now().getTime() + 2 * minute))
    expect(await written()).toBe(before)
  })

  test('counts as reauthenticated for 15 minutes, and the time is deleted within the hour', async () => {
    const { engine, user_id, token, session } = await newcomer()
    const proven = await proveByPassword(engine, session, password, testRequestInfo())
    if (proven.outcome !== 'proven') throw new Error(proven.outcome)
    const fresh = async (milliseconds: number) => {
      const now = new Date(engine.clock.now().getTime() + milliseconds)
      const session = await readSessionWithoutTouching(auth, proven.token, now)
      return session && isRecentlyAuthenticated(session, now)
    }
    await saveDataLimit(auth, user_id, true)
    expect(await readSessionWithoutTouching(auth, token, engine.clock.now())).toBeUndefined()
    await clearExactTimes(auth, new Date(engine.clock.now().getTime() + 14 * minute))
    expect([await fresh(0), await fresh(14 * minute), await fresh(15 * minute)]).toEqual([true, true, false])
    await clearExactTimes(auth, new Date(engine.clock.now().getTime() + 15 * minute))
    expect((await keptOf(user_id)).sessions[0].proven_at).toBeNull()
    expect(await fresh(0)).toBe(false)
  })

  test('is listed without device and time, the current one first', async () => {
    const { user_id, session, use, engine } = await newcomer()
    await use()
    await saveDataLimit(auth, user_id, true)
    const listed = await listSessions(auth, session, engine.clock.now())
    expect(listed).toMatchObject([
      { device: '', last_seen_at: null, current: true },
      { device: '', last_seen_at: null, current: false },
    ])
  })
})

test("An authenticator app's code works once, also after the last step is deleted", async () => {
  const { engine, user_id, factor_id, secret } = await newcomer()
  await saveDataLimit(auth, user_id, true)
  const enrolled = Date.now()
  const take = (after: number, of = after) =>
    verifyTotp(
      auth,
      engine.masterKey,
      user_id,
      factor_id,
      generateSync({ secret, epoch: (enrolled + of) / 1000 }),
      new Date(enrolled + after),
    )
  expect(await take(0)).toMatchObject({ outcome: 'verified' })
  await clearExactTimes(auth, new Date(enrolled + minute))
  expect(await take(minute / 2, 0)).toEqual({ outcome: 'wrong' })
  await clearExactTimes(auth, new Date(enrolled + 6 * minute))
  expect((await keptOf(user_id)).factors[0].last_step).toBeNull()
  expect(await take(6 * minute, 0)).toEqual({ outcome: 'wrong' })
  expect(await take(6 * minute)).toMatchObject({ outcome: 'verified' })
})

test('Rows of transactions concurrent with turning the limit on are cleaned up within the hour', async () => {
  const { user_id, use } = await newcomer()
  await use()
  // As if these rows had been written by a transaction that began before it was turned on.
  await all.query('alter table auth.users disable trigger purge_activity')
  await saveDataLimit(auth, user_id, true)
  await all.query('alter table auth.users enable trigger purge_activity')
  await clearExactTimes(auth, new Date())
  const { tokens, factors, identities } = await keptOf(user_id)
  expect(tokens[0].created_at).toBeNull()
  for (const { last_challenged_at } of factors) expect(last_challenged_at).toBeNull()
  for (const { last_sign_in_at } of identities) expect(last_sign_in_at).toBeNull()
})

test("An account without last_sign_in_at because of the limit doesn't count as unverified", async () => {
  const { user_id, engine } = await newcomer()
  await auth.updateTable('auth.users').set({ email_confirmed_at: null }).where('id', '=', user_id).execute()
  await saveDataLimit(auth, user_id, true)
  await removeExpired(auth, new Date(engine.clock.now().getTime() + 10 * day))
  expect((await keptOf(user_id)).user).toMatchObject({ id: user_id })
})

test("An account without an address doesn't count as unverified after the limit is turned off", async () => {
  const { engine } = testEngine(database)
  const person = { issuer: 'https://provider.example', sub: 'without-an-address' }
  const opened = await openAccount(engine, 'test', person, true, testRequestInfo())
  if (!('user_id' in opened)) throw new Error(opened.failure)
  await startSession(engine, opened.user_id, { ...testRequestInfo(), method: 'oauth' })
  for (const limited of [true, false]) await saveDataLimit(auth, opened.user_id, limited)
  await removeExpired(auth, new Date(engine.clock.now().getTime() + 10 * day))
  expect((await keptOf(opened.user_id)).user).toMatchObject({ id: opened.user_id })
})
