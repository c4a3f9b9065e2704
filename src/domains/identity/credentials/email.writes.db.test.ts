import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { processRequests, testEngine, testRequestInfo } from '../../../../test/support/engine.ts'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { readSession, readUser } from '../identity.reads.server.ts'
import type { MailPurpose } from '../messages/messages.rules.ts'
import { queueEmail, renderQueuedEmail } from '../messages/messages.writes.server.ts'
import { startSession } from '../sessions/sessions.writes.server.ts'
import { signUp } from '../sign-in.writes.server.ts'
import { confirmEmail, requestEmailChange } from './email.writes.server.ts'

const database = testDatabase()
const newAddress = () => `${randomUUID()}@example.org`

/** A user signed in on two devices, with SMTP or without. */
async function person({ mail = true } = {}) {
  const email = newAddress()
  const { engine: local } = testEngine(database)
  const signedUp = await signUp(
    local,
    { email, password: 'lantern over the quiet harbor' },
    testRequestInfo(),
  )
  if (signedUp.outcome !== 'signed_in') throw new Error(signedUp.outcome)
  const { engine, time } = testEngine(database, mail ? 'smtp://localhost:1' : undefined)
  const { session, token } = signedUp
  const other = await startSession(engine, session.user_id, { ...testRequestInfo(), method: 'password' })
  const alive = async (cookie = '') => Boolean(await readSession(database.auth, cookie, engine.clock.now()))
  const user = () => readUser(database.auth, session.user_id)

  /** Renders the queued email of a purpose. @returns its address, and the token in its link */
  async function queuedEmail(purpose: MailPurpose) {
    const row = await database.auth
      .selectFrom('auth.mail_tokens')
      .select('id')
      .where('user_id', '=', session.user_id)
      .where('purpose', '=', purpose)
      .executeTakeFirst()
    return row && renderQueuedEmail(engine, row.id, engine.clock.now())
  }
  const linkOf = async (purpose: MailPurpose) => (await queuedEmail(purpose))?.token ?? ''
  return {
    email,
    engine,
    time,
    session,
    token,
    otherToken: other?.token,
    alive,
    user,
    queuedEmail,
    linkOf,
  }
}

describe('a change of email address with SMTP', () => {
  test.each([
    ['email_change_current', 'email_change_new'],
    ['email_change_new', 'email_change_current'],
  ] as const)('is complete once both links are opened, first that of %s', async (first, second) => {
    const { email, engine, session, token, otherToken, alive, user, queuedEmail } = await person()
    const next = newAddress()
    await queueEmail(engine, { user_id: session.user_id, purpose: 'recovery', sent_to: email })
    expect(await requestEmailChange(engine, session, next)).toEqual({ outcome: 'check_mail' })
    const [one, two] = [await queuedEmail(first), await queuedEmail(second)]
    expect(new Set([one?.sent_to, two?.sent_to])).toEqual(new Set([email, next]))

    expect(await confirmEmail(engine, one?.token ?? '', undefined)).toEqual({ outcome: 'half' })
    expect(await user()).toMatchObject({ email })
    expect(await confirmEmail(engine, one?.token ?? '', undefined)).toEqual({ outcome: 'gone' })
    expect(await user()).toMatchObject({ email })

    expect(await confirmEmail(engine, two?.token ?? '', session)).toEqual({ outcome: 'changed' })
    expect(await user()).toMatchObject({ email: next, email_key: next, new_email: null })
    expect([await alive(token), await alive(otherToken)]).toEqual([true, false])
    // Emails to the old address are invalid, and it gets a notice.
    expect(await queuedEmail('recovery')).toBeUndefined()
    expect(await queuedEmail('email_changed')).toMatchObject({ purpose: 'email_changed', sent_to: email })
  })

  test('is accepted for at most five of twenty concurrent requests', async () => {
    const { engine, session } = await person()
    const next = newAddress()
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => requestEmailChange(engine, session, next)),
    )
    expect(outcomes.filter(({ outcome }) => outcome === 'check_mail')).toHaveLength(5)
    expect(outcomes.filter(({ outcome }) => outcome === 'wait')).toHaveLength(15)
  })

  test('is applied once if both links are opened concurrently', async () => {
    const { engine, session, user, linkOf } = await person()
    const next = newAddress()
    await requestEmailChange(engine, session, next)
    const links = [await linkOf('email_change_current'), await linkOf('email_change_new')]
    const outcomes = await Promise.all(links.map((link) => confirmEmail(engine, link, undefined)))
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['changed', 'half'])
    expect(await user()).toMatchObject({ email: next })
  })

  test('ends every session if another user opens the links', async () => {
    const { engine, session, token, alive, linkOf } = await person()
    const { session: stranger } = await person()
    await requestEmailChange(engine, session, newAddress())
    await confirmEmail(engine, await linkOf('email_change_current'), stranger)
    await confirmEmail(engine, await linkOf('email_change_new'), stranger)
    expect(await alive(token)).toBe(false)
  })

  test('to a taken address gets the same response, and changes nothing', async () => {
    const { email, engine, session, user, linkOf, token, alive } = await person()
    const { email: taken, user: holder } = await person()
    expect(await requestEmailChange(engine, session, taken.toUpperCase())).toEqual({ outcome: 'check_mail' })
    expect(await confirmEmail(engine, await linkOf('email_change_current'), undefined)).toEqual({
      outcome: 'half',
    })
    expect(await confirmEmail(engine, await linkOf('email_change_new'), undefined)).toEqual({
      outcome: 'taken',
    })
    expect([await user(), await holder()]).toMatchObject([{ email }, { email: taken }])
    expect(await alive(token)).toBe(true)
  })

  test('wins over a concurrent sign-up with the address', async () => {
    for (let round = 0; round < 6; round++) {
      const { engine, session, linkOf, user } = await person()
      const next = newAddress()
      await requestEmailChange(engine, session, next)
      await confirmEmail(engine, await linkOf('email_change_current'), undefined)
      const link = await linkOf('email_change_new')
      await signUp(engine, { email: next, password: 'seven kettles hum at midnight' }, testRequestInfo())
      const [confirmed] = await Promise.all([confirmEmail(engine, link, undefined), processRequests(engine)])
      expect(confirmed).toEqual({ outcome: 'changed' })
      expect(await user()).toMatchObject({ email: next })
    }
  })

  test("needs both links: an expired one doesn't count", async () => {
    const { email, engine, time, session, user, linkOf } = await person()
    await requestEmailChange(engine, session, newAddress())
    await linkOf('email_change_current')
    time.now = new Date(time.now.getTime() + 59 * 60_000)
    const link = await linkOf('email_change_new')
    time.now = new Date(time.now.getTime() + 59 * 60_000)
    expect(await confirmEmail(engine, link, undefined)).toEqual({ outcome: 'gone' })
    expect(await user()).toMatchObject({ email })
  })

  test('is replaced by a newer request', async () => {
    const { engine, session, user, linkOf } = await person()
    const [first, second] = [newAddress(), newAddress()]
    await requestEmailChange(engine, session, first)
    expect(await confirmEmail(engine, await linkOf('email_change_current'), undefined)).toEqual({
      outcome: 'half',
    })
    const old = await linkOf('email_change_new')
    await requestEmailChange(engine, session, second)
    expect(await confirmEmail(engine, old, undefined)).toEqual({ outcome: 'gone' })
    expect(await confirmEmail(engine, await linkOf('email_change_new'), undefined)).toEqual({
      outcome: 'half',
    })
    await confirmEmail(engine, await linkOf('email_change_current'), undefined)
    expect(await user()).toMatchObject({ email: second })
  })

  test('is rejected if the account was suspended meanwhile', async () => {
    const { email, engine, session, user, linkOf } = await person()
    await requestEmailChange(engine, session, newAddress())
    await confirmEmail(engine, await linkOf('email_change_current'), undefined)
    const link = await linkOf('email_change_new')
    const [row, id] = ['auth.users', session.user_id] as const
    await database.auth.updateTable(row).set({ status: 'suspended' }).where('id', '=', id).execute()
    expect(await confirmEmail(engine, link, undefined)).toEqual({ outcome: 'gone' })
    expect(await user()).toMatchObject({ email })
  })

  test("is limited to five requests an hour, and a sign-in link can't confirm it", async () => {
    const { email, engine, session, user, linkOf } = await person()
    await queueEmail(engine, { user_id: session.user_id, purpose: 'magiclink', sent_to: email })
    expect(await confirmEmail(engine, await linkOf('magiclink'), undefined)).toEqual({ outcome: 'gone' })
    for (let time = 1; time <= 5; time++) await requestEmailChange(engine, session, newAddress())
    expect(await requestEmailChange(engine, session, newAddress())).toMatchObject({ outcome: 'wait' })
    expect(await user()).toMatchObject({ email })
  })

  test('does nothing for the current address', async () => {
    const { email, engine, session, queuedEmail } = await person()
    expect(await requestEmailChange(engine, session, email.toUpperCase())).toEqual({ outcome: 'same' })
    expect(await queuedEmail('email_change_new')).toBeUndefined()
  })
})

describe('a first email address for an account without one', () => {
  async function withoutAddress(given?: Parameters<typeof person>[0]) {
    const who = await person(given)
    await database.auth
      .updateTable('auth.users')
      .set({ email: null, email_key: null, email_confirmed_at: null, password_hash: null })
      .where('id', '=', who.session.user_id)
      .execute()
    await database.auth.deleteFrom('auth.identities').where('user_id', '=', who.session.user_id).execute()
    return who
  }

  test('is set only once the link sent to it is opened', async () => {
    const { engine, session, token, otherToken, alive, user, queuedEmail } = await withoutAddress()
    const first = newAddress()
    expect(await requestEmailChange(engine, session, first)).toEqual({ outcome: 'check_new_mail' })
    expect(await queuedEmail('email_change_current')).toBeUndefined()
    expect(await user()).toMatchObject({ email: null, email_confirmed_at: null, new_email: first })
    const link = await queuedEmail('email_change_new')
    expect(link?.sent_to).toBe(first)
    expect(await confirmEmail(engine, link?.token ?? '', session)).toEqual({ outcome: 'changed' })
    expect(await user()).toMatchObject({
      email: first,
      email_key: first,
      email_confirmed_at: expect.any(Date),
    })
    expect([await alive(token), await alive(otherToken)]).toEqual([true, false])
    // There is no old address to notify.
    expect(await queuedEmail('email_changed')).toBeUndefined()
  })

  test('that is taken gets the same response, and is not set', async () => {
    const { engine, session, user, linkOf } = await withoutAddress()
    const { email: taken } = await person()
    expect(await requestEmailChange(engine, session, taken)).toEqual({ outcome: 'check_new_mail' })
    expect(await confirmEmail(engine, await linkOf('email_change_new'), undefined)).toEqual({
      outcome: 'taken',
    })
    expect(await user()).toMatchObject({ email: null })
  })

  test('is set immediately without SMTP', async () => {
    const { engine, session, user } = await withoutAddress({ mail: false })
    const first = newAddress()
    expect(await requestEmailChange(engine, session, first)).toEqual({ outcome: 'changed' })
    expect(await user()).toMatchObject({ email: first, email_confirmed_at: expect.any(Date) })
  })
})

describe('a change of email address without SMTP', () => {
  test('applies immediately, and signs out other devices', async () => {
    const { engine, session, token, otherToken, alive, user, queuedEmail } = await person({ mail: false })
    const next = newAddress()
    expect(await requestEmailChange(engine, session, ` ${next}`.trim())).toEqual({ outcome: 'changed' })
    expect(await user()).toMatchObject({ email: next, new_email: null })
    expect([await alive(token), await alive(otherToken)]).toEqual([true, false])
    expect(await queuedEmail('email_changed')).toBeUndefined()
  })

  test('reports a taken address, and changes nothing', async () => {
    const { email, engine, session, user } = await person({ mail: false })
    const { email: taken } = await person()
    expect(await requestEmailChange(engine, session, taken)).toEqual({ outcome: 'taken' })
    expect(await user()).toMatchObject({ email })
  })

  test('is disabled on a public server', async () => {
    const { engine, session } = await person({ mail: false })
    engine.config = { ...engine.config, loopback: false }
    expect(await requestEmailChange(engine, session, newAddress())).toEqual({ outcome: 'closed' })
  })
})
