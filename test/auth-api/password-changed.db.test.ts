import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { savePassword } from '../../src/auth-api/account/account.writes.server.ts'
import {
  changePassword,
  resetPassword,
} from '../../src/domains/identity/credentials/password.writes.server.ts'
import { listSessions } from '../../src/domains/identity/identity.reads.server.ts'
import type { MailPurpose } from '../../src/domains/identity/messages/messages.rules.ts'
import {
  consumeEmailToken,
  queueEmail,
  renderQueuedEmail,
} from '../../src/domains/identity/messages/messages.writes.server.ts'
import { signIn, signUp } from '../../src/domains/identity/sign-in.writes.server.ts'
import { hashPassword } from '../../src/platform/passwords/password-hashing.server.ts'
import { testEngine, testRequestInfo } from '../support/engine.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()
const password = 'lantern over the quiet harbor'
const other = 'seven paper boats at noon'

async function person() {
  const email = `${randomUUID()}@example.org`
  const { engine } = testEngine(database)
  const made = await signUp(engine, { email, password }, testRequestInfo())
  if (made.outcome !== 'signed_in') throw new Error(made.outcome)
  const { session } = made
  /** Queues an email. @returns the token of its link */
  async function linkOf(purpose: MailPurpose) {
    await queueEmail(engine, { user_id: session.user_id, purpose, sent_to: email })
    const { id } = await database.auth
      .selectFrom('auth.mail_tokens')
      .select('id')
      .where('user_id', '=', session.user_id)
      .where('purpose', '=', purpose)
      .executeTakeFirstOrThrow()
    return (await renderQueuedEmail(engine, id, engine.clock.now()))?.token ?? ''
  }
  return { session, email, engine, linkOf }
}

test('a password change ends sessions of a thief who keeps signing in with the old password', async () => {
  const { email, engine, session } = await person()
  let going = true
  const thieves = Array.from({ length: 3 }, async () => {
    const place = testRequestInfo({ device: 'Thief' })
    while (going) await signIn(engine, { email, password }, place)
  })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(
    await changePassword(engine, session, { current: password, password: other }, testRequestInfo()),
  ).toEqual({
    outcome: 'changed',
  })
  going = false
  await Promise.all(thieves)
  expect(await listSessions(database.auth, session, engine.clock.now())).toMatchObject([{ current: true }])
})

test.each(['on our page', 'by an app'])(
  'a password change of a thief, %s, fails when the owner’s change commits first',
  async (where) => {
    const { email, engine, session } = await person()
    const thief = await signIn(engine, { email, password }, testRequestInfo({ device: 'Thief' }))
    if (thief.outcome !== 'signed_in') throw new Error(thief.outcome)
    const [own, eye] = [await database.connect(), await database.connect()]
    await own.query('begin')
    await own.query('select from auth.users where id = $1 for update', [session.user_id])
    const taking =
      where === 'by an app'
        ? savePassword(
            { engine, sign: async () => '' },
            thief.session,
            { current_password: password, password: 'nine grey geese over a mill' },
            testRequestInfo(),
          )
        : changePassword(
            engine,
            thief.session,
            { current: password, password: 'nine grey geese over a mill' },
            testRequestInfo(),
          )
    // The thief's change has checked the old password and waits for the lock. The owner's change is the valid one.
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await eye.query(waits)).rowCount, { timeout: 10_000 }).toBe(1)
    await own.query('update auth.users set password_hash = $2 where id = $1', [
      session.user_id,
      await hashPassword(other),
    ])
    await own.query('delete from auth.sessions where user_id = $1 and id <> $2', [
      session.user_id,
      session.id,
    ])
    await own.query('commit')
    await Promise.all([own.end(), eye.end()])
    expect(await taking).toMatchObject(
      where === 'by an app' ? { errorCode: 'session_not_found' } : { outcome: 'wrong' },
    )
    expect(await listSessions(database.auth, session, engine.clock.now())).toMatchObject([{ current: true }])
    expect(await signIn(engine, { email, password: other }, testRequestInfo())).toMatchObject({
      outcome: 'signed_in',
    })
  },
)

test('a new password invalidates every emailed link that opens the account', async () => {
  const { engine, session, linkOf, email } = await person()
  const purposes = ['magiclink', 'taken', 'recovery'] as const
  const [magic = '', taken = '', link = ''] = [
    await linkOf('magiclink'),
    await linkOf('taken'),
    await linkOf('recovery'),
  ]
  const move = await linkOf('email_change_current')
  await database.auth
    .insertInto('auth.oauth_states')
    .values({
      id: randomUUID(),
      state_hash: Buffer.from('code'),
      user_id: session.user_id,
      sealed: Buffer.alloc(1),
      expires_at: new Date(Date.now() + 60_000),
    })
    .execute()
  expect(await resetPassword(engine, { token: link, password: other })).toEqual({ outcome: 'changed' })
  for (const token of [magic, taken]) {
    expect(await consumeEmailToken(database.auth, { token }, purposes, engine.clock.now())).toBeUndefined()
  }
  const left = database.auth
    .selectFrom('auth.oauth_states')
    .select('id')
    .where('user_id', '=', session.user_id)
  expect(await left.execute()).toEqual([])
  // Another person may have started the email change.
  expect(
    await consumeEmailToken(database.auth, { token: move }, ['email_change_current'], engine.clock.now()),
  ).toBeUndefined()
  expect(await signIn(engine, { email, password: other }, testRequestInfo())).toMatchObject({
    outcome: 'signed_in',
  })
})

test('a password reset rejects an invalid link before it checks the password', async () => {
  const { engine, linkOf } = await person()
  expect(await resetPassword(engine, { token: 'guessed', password: 'password123' })).toEqual({
    outcome: 'gone',
  })
  const magic = await linkOf('magiclink')
  expect(await resetPassword(engine, { token: magic, password: 'password123' })).toEqual({ outcome: 'gone' })
  expect(
    await resetPassword(engine, { token: await linkOf('recovery'), password: 'password123' }),
  ).toMatchObject({ outcome: 'weak' })
})

test('a user who is rate limited by wrong passwords of others can sign in after a reset by email', async () => {
  const { email, engine, linkOf } = await person()
  const tries = Array.from({ length: 10 }, () =>
    signIn(engine, { email, password: other }, testRequestInfo()),
  )
  await Promise.all(tries)
  expect(await signIn(engine, { email, password }, testRequestInfo())).toMatchObject({ outcome: 'wait' })
  await resetPassword(engine, { token: await linkOf('recovery'), password: other })
  expect(await signIn(engine, { email, password: other }, testRequestInfo())).toMatchObject({
    outcome: 'signed_in',
  })
})
