import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { testEngine, testRequestInfo } from '../../../../test/support/engine.ts'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { listSessions, readUser } from '../identity.reads.server.ts'
import { queueEmail, renderQueuedEmail } from '../messages/messages.writes.server.ts'
import { startSession } from '../sessions/sessions.writes.server.ts'
import { signIn } from '../sign-in.writes.server.ts'
import { unlink } from '../social/linked-accounts.writes.server.ts'
import { resetPassword, setFirstPassword } from './password.writes.server.ts'

const database = testDatabase()
const password = 'lantern over the quiet harbor'
const other = 'seven paper boats at noon'

/** A user with a provider only, signed in on two devices. */
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
    const started = await startSession(engine, id, { ...testRequestInfo(), method: 'oauth' })
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
  const letGo = () => unlink(database.auth, id, identity.id, now)
  return { engine, id, email: email ?? '', session, elsewhere, identities, letGo }
}

describe('a first password', () => {
  test('allows signing in and unlinking the provider, and ends other sessions', async () => {
    const { engine, email, session, identities, letGo } = await byProvider()
    expect(await letGo()).toBe('single_identity_not_deletable')
    expect(await setFirstPassword(engine, session, password)).toEqual({ outcome: 'changed' })
    expect(await signIn(engine, { email, password }, testRequestInfo())).toMatchObject({
      outcome: 'signed_in',
    })
    const left = await listSessions(database.auth, session, engine.clock.now())
    expect(left.filter(({ current }) => current)).toHaveLength(1)
    expect(left).toHaveLength(2)
    expect(await identities()).toEqual(['email', 'google'])
    expect(await letGo()).toBeUndefined()
    expect(await identities()).toEqual(['email'])
  })

  test('is rejected if weak or equal to the address, and nothing changes', async () => {
    const { engine, id, email, session } = await byProvider()
    for (const weak of ['qwertyuiop12', email])
      expect(await setFirstPassword(engine, session, weak)).toMatchObject({ outcome: 'weak' })
    expect(await readUser(database.auth, id)).toMatchObject({ password_hash: null })
    expect(await listSessions(database.auth, session, engine.clock.now())).toHaveLength(2)
  })

  test('is set only once, also under concurrency', async () => {
    const { engine, email, session, elsewhere } = await byProvider()
    const outcomes = await Promise.all([
      setFirstPassword(engine, session, password),
      setFirstPassword(engine, elsewhere, other),
    ])
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['changed', 'has_one'])
    const [won, lost] = outcomes[0].outcome === 'changed' ? [password, other] : [other, password]
    expect(await setFirstPassword(engine, session, lost)).toEqual({ outcome: 'has_one' })
    expect(await signIn(engine, { email, password: lost }, testRequestInfo())).toEqual({ outcome: 'wrong' })
    expect(await signIn(engine, { email, password: won }, testRequestInfo())).toMatchObject({
      outcome: 'signed_in',
    })
  })

  test('needs an email address first', async () => {
    const { engine, id, session } = await byProvider({ address: false })
    expect(await setFirstPassword(engine, session, password)).toEqual({ outcome: 'no_address' })
    expect(await readUser(database.auth, id)).toMatchObject({ password_hash: null })
  })
})

test("the last provider can't be unlinked if there is a password but no email address", async () => {
  const { id, letGo } = await byProvider({ address: false })
  await database.auth.updateTable('auth.users').set({ password_hash: 'one' }).where('id', '=', id).execute()
  expect(await letGo()).toBe('single_identity_not_deletable')
})

test('a password set by an emailed link allows unlinking the provider too', async () => {
  const { engine, id, email, identities, letGo } = await byProvider()
  await queueEmail(engine, { user_id: id, purpose: 'recovery', sent_to: email })
  const row = database.auth.selectFrom('auth.mail_tokens').select('id').where('user_id', '=', id)
  const message = await renderQueuedEmail(
    engine,
    (await row.executeTakeFirstOrThrow()).id,
    engine.clock.now(),
  )
  // The address itself is rejected as a password, and the link stays valid.
  expect(await resetPassword(engine, { token: message?.token ?? '', password: email })).toMatchObject({
    outcome: 'weak',
  })
  expect(await resetPassword(engine, { token: message?.token ?? '', password })).toEqual({
    outcome: 'changed',
  })
  expect(await identities()).toEqual(['email', 'google'])
  expect(await letGo()).toBeUndefined()
})
