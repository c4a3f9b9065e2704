import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { processRequests, testEngine, testRequestInfo } from '../../../../test/support/engine.ts'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { queueEmail } from '../messages/messages.writes.server.ts'
import { createChallenge } from '../mfa/challenges.writes.server.ts'
import { signIn, signUp } from '../sign-in.writes.server.ts'
import { removeExpired } from './cleanup.writes.server.ts'

const database = testDatabase()
const password = 'lantern over the quiet harbor'
const day = 24 * 60 * 60 * 1000

const tables = [
  'sessions',
  'refresh_tokens',
  'mail_tokens',
  'oauth_states',
  'challenges',
  'rate_limits',
  'pending_account_requests',
  'users',
] as const
const counts = async () =>
  Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => [
        table,
        (await database.auth.selectFrom(`auth.${table}`).selectAll().execute()).length,
      ]),
    ),
  )

test('expired rows are deleted, and no others', async () => {
  const { engine, time } = testEngine(database)
  const { engine: mailing } = testEngine(database, 'smtp://127.0.0.1:1')
  const signedUp = await signUp(engine, { email: 'here@example.org', password }, testRequestInfo())
  if (signedUp.outcome !== 'signed_in') throw new Error(signedUp.outcome)
  const { user_id, id: session_id } = signedUp.session
  await signUp(mailing, { email: 'never-confirmed@example.org', password }, testRequestInfo())
  await processRequests(mailing)
  await signUp(mailing, { email: 'never-answered@example.org', password }, testRequestInfo())
  await signIn(engine, { email: 'stranger@example.org', password }, testRequestInfo())
  await queueEmail(engine, { user_id, purpose: 'email_changed', sent_to: 'left@example.org' })
  await createChallenge(database.auth, { user_id: null, factor_id: null, challenge: 'x' }, time.now)
  await database.auth
    .insertInto('auth.refresh_tokens')
    .values({ token_hash: Buffer.from('token'), session_id })
    .execute()
  await database.auth
    .insertInto('auth.oauth_states')
    .values({
      id: randomUUID(),
      state_hash: Buffer.from('state'),
      sealed: Buffer.alloc(1),
      expires_at: new Date(time.now.getTime() + 60_000),
    })
    .execute()
  const before = await counts()

  await removeExpired(database.auth, time.now)
  expect(await counts()).toEqual(before)

  const later = (milliseconds: number) => new Date(time.now.getTime() + milliseconds)
  await removeExpired(database.auth, later(2 * 60 * 60 * 1000))
  expect(await counts()).toEqual({
    ...before,
    // A notice without a link waits a day for a mail server that is down.
    mail_tokens: 1,
    oauth_states: 0,
    challenges: 0,
    rate_limits: 0,
  })

  await removeExpired(database.auth, later(6 * day))
  expect(await counts()).toMatchObject({
    ...{ sessions: 1, refresh_tokens: 1, users: 2, pending_account_requests: 0, mail_tokens: 0 },
  })

  // A new verification email keeps the unverified account until it expires.
  const rows = await database.auth
    .selectFrom('auth.users')
    .select('id')
    .where('email_key', '=', 'never-confirmed@example.org')
    .executeTakeFirstOrThrow()
  await queueEmail(
    { auth: database.auth, clock: { now: () => later(8 * day) } },
    { user_id: rows.id, purpose: 'signup', sent_to: 'never-confirmed@example.org' },
  )
  await removeExpired(database.auth, later(8 * day))
  expect(await counts()).toMatchObject({ users: 2, mail_tokens: 1 })

  await removeExpired(database.auth, later(31 * day))
  expect(await counts()).toMatchObject({ sessions: 0, refresh_tokens: 0, users: 1, mail_tokens: 0 })
})
