import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { somebody, testEngine } from '../../../../test/support/engine.ts'
import { testDatabase } from '../../../../test/support/test-database.ts'
import type { MailPurpose } from '../mail/rules.ts'
import { readyMail, redeemMailToken, requestMail } from '../mail/writes.server.ts'
import { unlink } from '../providers/linked/writes.server.ts'
import { listSessions, readUser } from '../reads.server.ts'
import { signIn, signUp, startSession } from '../writes.server.ts'
import { changePassword, resetPassword, setFirstPassword } from './writes.server.ts'

const database = testDatabase()
const password = 'lantern over the quiet harbor'
const other = 'seven paper boats at noon'

/** Somebody who came by a provider alone, signed in on two devices. */
async function byProvider(given: { address?: boolean } = {}) {
  const { engine } = testEngine(database, 'smtp://localhost:1')
  const [id, now] = [uuidv7(), engine.clock.now()]
  const email = given.address === false ? null : `${id}@example.org`
  await database.auth
    .insertInto('auth.users')
    .values({ id, email, email_key: email, email_confirmed_at: email === null ? null : now })
    .execute()
  const identity = { id: uuidv7(), user_id: id, provider: 'google', provider_id: id }
  await database.auth.insertInto('auth.identities').values(identity).execute()
  const open = async () => {
    const started = await startSession(engine, id, { ...somebody(), method: 'oauth' })
    if (!started) throw new Error('no session')
    return started.session
  }
  const [session, elsewhere] = [await open(), await open()]
  const identities = async () => {
    const rows = await database.auth
      .selectFrom('auth.identities')
      .select('provider')
      .where('user_id', '=', id)
      .orderBy('provider')
      .execute()
    return rows.map(({ provider }) => provider)
  }
  const letGo = () => unlink(database.auth, id, identity.id)
  return { engine, id, email: email ?? '', session, elsewhere, identities, letGo }
}

describe('a first password', () => {
  test('signs in from then on, ends other sessions, and lets the provider go', async () => {
    const { engine, email, session, identities, letGo } = await byProvider()
    expect(await letGo()).toBe('single_identity_not_deletable')
    expect(await setFirstPassword(engine, session, password)).toEqual({ outcome: 'changed' })
    expect(await signIn(engine, { email, password }, somebody())).toMatchObject({ outcome: 'signed_in' })
    const left = await listSessions(database.auth, session, engine.clock.now())
    expect(left.filter(({ current }) => current)).toHaveLength(1)
    expect(left).toHaveLength(2)
    expect(await identities()).toEqual(['email', 'google'])
    expect(await letGo()).toBeUndefined()
    expect(await identities()).toEqual(['email'])
  })

  test('is refused when it is weak or the address itself, and nothing is changed', async () => {
    const { engine, id, email, session } = await byProvider()
    for (const weak of ['qwertyuiop12', email])
      expect(await setFirstPassword(engine, session, weak)).toMatchObject({ outcome: 'weak' })
    expect(await readUser(database.auth, id)).toMatchObject({ password_hash: null })
    expect(await listSessions(database.auth, session, engine.clock.now())).toHaveLength(2)
  })

  test('is set once: there is no second first one, not even of two at once', async () => {
    const { engine, email, session, elsewhere } = await byProvider()
    const outcomes = await Promise.all([
      setFirstPassword(engine, session, password),
      setFirstPassword(engine, elsewhere, other),
    ])
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['changed', 'has_one'])
    const [won, lost] = outcomes[0].outcome === 'changed' ? [password, other] : [other, password]
    expect(await setFirstPassword(engine, session, lost)).toEqual({ outcome: 'has_one' })
    expect(await signIn(engine, { email, password: lost }, somebody())).toEqual({ outcome: 'wrong' })
    expect(await signIn(engine, { email, password: won }, somebody())).toMatchObject({ outcome: 'signed_in' })
  })

  test('asks for an address first: nobody could type it beside one', async () => {
    const { engine, id, session } = await byProvider({ address: false })
    expect(await setFirstPassword(engine, session, password)).toEqual({ outcome: 'no_address' })
    expect(await readUser(database.auth, id)).toMatchObject({ password_hash: null })
  })
})

test('one that stands beside no address is no way in, so the provider stays', async () => {
  const { id, letGo } = await byProvider({ address: false })
  await database.auth.updateTable('auth.users').set({ password_hash: 'one' }).where('id', '=', id).execute()
  expect(await letGo()).toBe('single_identity_not_deletable')
})

test('one that is set by a mailed link lets the provider go too', async () => {
  const { engine, id, email, identities, letGo } = await byProvider()
  await requestMail(engine, { user_id: id, purpose: 'recovery', sent_to: email })
  const row = database.auth.selectFrom('auth.mail_tokens').select('id').where('user_id', '=', id)
  const letter = await readyMail(engine, (await row.executeTakeFirstOrThrow()).id, engine.clock.now())
  expect(await resetPassword(engine, { token: letter?.token ?? '', password })).toEqual({
    outcome: 'changed',
  })
  expect(await identities()).toEqual(['email', 'google'])
  expect(await letGo()).toBeUndefined()
})

async function person() {
  const email = `${randomUUID()}@example.org`
  const { engine } = testEngine(database)
  const made = await signUp(engine, { email, password }, somebody())
  if (made.outcome !== 'signed_in') throw new Error(made.outcome)
  const { session } = made
  /** The token in the link of a letter that is on its way. */
  async function linkOf(purpose: MailPurpose) {
    await requestMail(engine, { user_id: session.user_id, purpose, sent_to: email })
    const { id } = await database.auth
      .selectFrom('auth.mail_tokens')
      .select('id')
      .where('user_id', '=', session.user_id)
      .where('purpose', '=', purpose)
      .executeTakeFirstOrThrow()
    return (await readyMail(engine, id, engine.clock.now()))?.token ?? ''
  }
  return { session, email, engine, linkOf }
}

test('who knows the old password and signs in without a pause is out when it changes', async () => {
  const { email, engine, session } = await person()
  let going = true
  const thieves = Array.from({ length: 3 }, async () => {
    const place = somebody({ device: 'Thief' })
    while (going) await signIn(engine, { email, password }, place)
  })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await changePassword(engine, session, { current: password, password: other }, somebody())).toEqual({
    outcome: 'changed',
  })
  going = false
  await Promise.all(thieves)
  expect(await listSessions(database.auth, session, engine.clock.now())).toMatchObject([{ current: true }])
})

test('a new password ends every letter that opens the account, whoever asked for it', async () => {
  const { engine, session, linkOf, email } = await person()
  const purposes = ['magiclink', 'taken', 'recovery'] as const
  const [magic = '', taken = '', link = ''] = [
    await linkOf('magiclink'),
    await linkOf('taken'),
    await linkOf('recovery'),
  ]
  const move = await linkOf('email_change_current')
  await database.auth
    .insertInto('auth.flows')
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
    expect(await redeemMailToken(database.auth, { token }, purposes, engine.clock.now())).toBeUndefined()
  }
  const left = database.auth.selectFrom('auth.flows').select('id').where('user_id', '=', session.user_id)
  expect(await left.execute()).toEqual([])
  // A move to another address says nothing about the password, and goes on.
  expect(
    await redeemMailToken(database.auth, { token: move }, ['email_change_current'], engine.clock.now()),
  ).toBeDefined()
  expect(await signIn(engine, { email, password: other }, somebody())).toMatchObject({ outcome: 'signed_in' })
})

test('a link that opens nothing is told so before a password is judged, which takes a while', async () => {
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

test('who was kept out by somebody else’s wrong passwords comes in by a link', async () => {
  const { email, engine, linkOf } = await person()
  const tries = Array.from({ length: 10 }, () => signIn(engine, { email, password: other }, somebody()))
  await Promise.all(tries)
  expect(await signIn(engine, { email, password }, somebody())).toMatchObject({ outcome: 'wait' })
  await resetPassword(engine, { token: await linkOf('recovery'), password: other })
  expect(await signIn(engine, { email, password: other }, somebody())).toMatchObject({ outcome: 'signed_in' })
})
