import { decodeJwt } from 'jose'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  changePassword,
  resetPassword,
  setFirstPassword,
  setPassword,
} from '../../src/domains/identity/credentials/password.writes.server.ts'
import { findSession, readUserByEmail } from '../../src/domains/identity/identity.reads.server.ts'
import { sendSecurityNotice } from '../../src/domains/identity/messages/security-notice.writes.server.ts'
import { confirmApp, confirmPasskey } from '../../src/domains/identity/mfa/confirm.writes.server.ts'
import { registrationResponse } from '../../src/domains/identity/mfa/factors.contract.ts'
import { enrollTotp, removeFactor } from '../../src/domains/identity/mfa/factors.writes.server.ts'
import { enrollPasskey, registrationOptions } from '../../src/domains/identity/mfa/passkeys.writes.server.ts'
import { createRecoveryCodes } from '../../src/domains/identity/mfa/recovery-codes.writes.server.ts'
import { link, unlink } from '../../src/domains/identity/social/linked-accounts.writes.server.ts'
import { authApiApp, otherPassword, password, withMail } from '../support/auth-api-client.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import { testEngine, testRequestInfo } from '../support/engine.ts'
import { openidBrowser } from '../support/openid-browser.ts'
import { openidProvider } from '../support/openid-provider.ts'
import { testDatabase } from '../support/test-database.ts'

/*
 * A thief of an open session can change how the account is opened. So the owner is notified at the confirmed address, in
 * words that reveal nothing to another reader.
 */

const database = testDatabase()
const { engine } = testEngine(database, 'smtp://127.0.0.1:1')
const { auth, masterKey, config } = engine
const origin = 'http://localhost:3000'
let provider: Awaited<ReturnType<typeof openidProvider>>
let wire: Awaited<ReturnType<typeof authApiApp>>
beforeAll(async () => {
  provider = await openidProvider([`${origin}/auth-test/callback`])
  wire = await authApiApp(database, { ...withMail, OIDC_TEST: provider.setting })
})
afterAll(() => provider?.stop())
beforeEach(async () => {
  wire.time.now = new Date()
  await database.auth.deleteFrom('auth.rate_limits').execute()
})

const told = 'How you sign in to the account with this address, or how it is protected, has changed.'
/** Sends the waiting emails. @returns how many of them are notifications to this address */
async function lettersTo(email: string) {
  const letters = await wire.readMessages()
  return letters.filter((letter) => letter.to === email && letter.text.includes(told)).length
}
let people = 0
/** A user with a confirmed address and a session. */
async function member() {
  const one = await wire.createConfirmedUser()
  const { session_id } = decodeJwt<{ session_id: string }>(one.session?.access_token ?? '')
  const current = async () => {
    const session = await findSession(auth, { id: session_id }, engine.clock.now())
    if (!session || session === 'suspended') throw new Error('no session')
    return session
  }
  expect(await lettersTo(one.email), 'signing up and in is no change').toBe(0)
  return { ...one, current, tells: () => lettersTo(one.email) }
}
const codeAt = (secret: string, now: Date) =>
  generateSync({ secret, epoch: Math.floor(now.getTime() / 1000) })
async function begunApp(user_id: string) {
  const naming = { issuer: 'Account', account: 'Account' }
  const begun = await enrollTotp(auth, masterKey, user_id, naming)
  if (begun.outcome !== 'enrolled') throw new Error(begun.outcome)
  return begun
}
async function begunPasskey(user_id: string) {
  const begun = await enrollPasskey(auth, user_id, {})
  if (begun.outcome !== 'enrolled') throw new Error(begun.outcome)
  const wanted = { factor_id: begun.factor_id, account: 'Account' }
  const asked = await registrationOptions(auth, config.publicUrl, user_id, wanted, engine.clock.now())
  if (!asked) throw new Error('no options')
  const response = registrationResponse.parse(createAuthenticator(config.publicUrl).create(asked.options))
  return { factor_id: begun.factor_id, answer: { challenge_id: asked.challenge_id, response } }
}
const person = () => ({ issuer: provider.issuer, sub: `sub-${++people}` })
const rowsOf = async (user_id: string, table: 'auth.factors' | 'auth.identities') =>
  database.auth.selectFrom(table).select('id').where('user_id', '=', user_id).orderBy('created_at').execute()

describe('the pages of this site send one notification about', () => {
  test('a password that was changed, set for the first time, or reset by email', async () => {
    const { id, email, current, tells } = await member()
    const given = { current: password, password: otherPassword }
    expect(
      await changePassword(engine, await current(), { ...given, current: 'wrong' }, testRequestInfo()),
    ).toEqual({
      outcome: 'wrong',
    })
    expect(await tells()).toBe(0)
    await changePassword(engine, await current(), given, testRequestInfo())
    expect(await tells()).toBe(1)
    await auth.updateTable('auth.users').set({ password_hash: null }).where('id', '=', id).execute()
    expect(await setFirstPassword(engine, await current(), password)).toEqual({ outcome: 'changed' })
    expect(await tells()).toBe(1)
    expect(await setFirstPassword(engine, await current(), otherPassword)).toEqual({ outcome: 'has_one' })
    expect(await tells()).toBe(0)
    await wire.client().auth.resetPasswordForEmail(email)
    const { token } = await wire.messageTo(email)
    expect(await resetPassword(engine, { token, password: otherPassword })).toEqual({ outcome: 'changed' })
    expect(await tells()).toBe(1)
  })

  test('an app or a passkey that was confirmed or removed, but not one that was only enrolled', async () => {
    const { id, current, tells } = await member()
    const { factor_id, secret } = await begunApp(id)
    const code = () => codeAt(secret, engine.clock.now())
    expect(await tells()).toBe(0)
    expect(
      await confirmApp(engine, await current(), { factor_id, code: code() }, testRequestInfo()),
    ).toMatchObject({
      outcome: 'proven',
    })
    // The first recovery codes belong to the same action.
    await createRecoveryCodes(auth, masterKey, id, new Date())
    expect(await tells()).toBe(1)
    const passkey = await begunPasskey(id)
    expect(await confirmPasskey(engine, await current(), passkey.answer, testRequestInfo())).toMatchObject({
      outcome: 'proven',
    })
    expect(await tells()).toBe(1)
    await removeFactor(auth, id, factor_id, new Date())
    expect(await tells()).toBe(1)
    await removeFactor(auth, id, passkey.factor_id, new Date())
    expect(await tells()).toBe(1)
    await removeFactor(auth, id, passkey.factor_id, new Date())
    await removeFactor(auth, id, (await begunApp(id)).factor_id, new Date())
    expect(await tells()).toBe(0)
  })

  test('recovery codes that replace others', async () => {
    const { id, tells } = await member()
    await createRecoveryCodes(auth, masterKey, id, new Date())
    expect(await tells()).toBe(0)
    await createRecoveryCodes(auth, masterKey, id, new Date())
    expect(await tells()).toBe(1)
  })

  test('a provider that was linked or unlinked', async () => {
    const email = `by-provider-${++people}@example.org`
    const [sub, other] = [`sub-${people}`, `other-${people}`]
    provider.users.set(sub, { email, email_verified: true })
    const one = openidBrowser(origin, (url, init) =>
      wire.ask(url, { ...init, headers: Object.fromEntries(new Headers(init.headers)) }),
    )
    await one.submitLogin(await one.press('/auth-test/with/test', { of_age: 'on' }), sub)
    expect(await lettersTo(email), 'an account that is new').toBe(0)
    one.forget(provider.issuer)
    const linking = await one.press('/auth-test/with/test', { intent: 'link' })
    expect((await one.submitLogin(linking, other)).url).toBe(`${origin}/dashboard/settings`)
    expect(await lettersTo(email)).toBe(1)
    const { id } = (await readUserByEmail(auth, email)) ?? { id: '' }
    const [first, second] = await rowsOf(id, 'auth.identities')
    await one.press('/auth-test/with/test', { intent: 'unlink', identity_id: first?.id ?? '' })
    expect(await lettersTo(email)).toBe(1)
    const last = await one.press('/auth-test/with/test', { intent: 'unlink', identity_id: second?.id ?? '' })
    expect([last.status, await lettersTo(email)]).toEqual([409, 0])
  })
})

describe('the API sends one notification about', () => {
  test('a password that was changed', async () => {
    const { auth: client, tells } = await member()
    expect((await client.updateUser({ password: 'short' })).error).not.toBeNull()
    expect(await tells()).toBe(0)
    expect((await client.updateUser({ password: otherPassword })).error).toBeNull()
    expect(await tells()).toBe(1)
    expect((await client.updateUser({ data: { theme: 'dusk' } })).error).toBeNull()
    expect(await tells()).toBe(0)
  })

  test('a factor that was confirmed or removed, but not a proof with it', async () => {
    const { auth: client, tells } = await member()
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    const [factorId, secret] = [data?.id ?? '', data?.totp.secret ?? '']
    expect(await tells()).toBe(0)
    const verify = () => client.mfa.challengeAndVerify({ factorId, code: codeAt(secret, wire.time.now) })
    expect((await verify()).error).toBeNull()
    expect(await tells()).toBe(1)
    wire.advance(30_000)
    expect((await verify()).error).toBeNull()
    expect(await tells()).toBe(0)
    expect((await client.mfa.unenroll({ factorId })).error).toBeNull()
    expect(await tells()).toBe(1)
  })

  test('a provider that was linked or unlinked', async () => {
    const { auth: client, tells } = await member()
    const token = await provider.idToken({ sub: `sub-${++people}` })
    expect((await client.linkIdentity({ provider: 'test', token })).error).toBeNull()
    expect(await tells()).toBe(1)
    const { data } = await client.getUserIdentities()
    const [, identity] = data?.identities ?? []
    expect((await client.unlinkIdentity(identity ?? expect.fail())).error).toBeNull()
    expect(await tells()).toBe(1)
  })
})

test('the notification says only that something changed and what to do', async () => {
  const { id, email, current } = await member()
  await setPassword(engine, id, otherPassword, { keep: (await current()).id })
  const [{ text } = { text: '' }, ...more] = (await wire.readMessages()).filter(({ to }) => to === email)
  expect(more).toEqual([])
  expect(text).toContain(told)
  expect(text).toContain(`${origin}/auth-test/reset`)
  expect(text).toContain('If this was not you')
  expect(text).not.toMatch(/changed your password|passkey|authenticator|provider|linked|factor|token=/i)
})

test('a waiting notification is not lost when another change follows', async () => {
  const { id, current, tells } = await member()
  await createRecoveryCodes(auth, masterKey, id, new Date())
  await createRecoveryCodes(auth, masterKey, id, new Date())
  const given = { current: password, password: otherPassword }
  await changePassword(engine, await current(), given, testRequestInfo())
  await auth.deleteFrom('auth.sessions').where('user_id', '=', id).execute()
  wire.advance(2 * 60 * 60_000)
  expect(await tells()).toBe(1)
})

test('a change is rolled back when its notification cannot be queued', async () => {
  const { id, current, tells } = await member()
  const { factor_id, secret } = await begunApp(id)
  const code = codeAt(secret, engine.clock.now())
  await createRecoveryCodes(auth, masterKey, id, new Date())
  const linked = person()
  await link(engine, 'test', linked, await current())
  await tells()
  const [, identity] = await rowsOf(id, 'auth.identities')
  const state = async () => {
    const client = await database.connect()
    const { rows } = await client.query(
      `select u.password_hash, (select json_agg(f.status) from auth.factors f where f.user_id = u.id) as factors,
         (select json_agg(c.code_hash) from auth.recovery_codes c where c.user_id = u.id) as codes,
         (select json_agg(i.id order by i.id) from auth.identities i where i.user_id = u.id) as identities
       from auth.users u where u.id = $1`,
      [id],
    )
    await client.end()
    return rows
  }
  const before = await state()
  const superuser = await database.connect()
  await superuser.query('revoke insert on auth.mail_tokens from unfog_auth')
  const session = await current()
  try {
    for (const intent of [
      () => setPassword(engine, id, otherPassword, { keep: session.id }),
      () => confirmApp(engine, session, { factor_id, code }, testRequestInfo()),
      () => createRecoveryCodes(auth, masterKey, id, new Date()),
      () => link(engine, 'test', person(), session),
      () => unlink(auth, id, identity?.id ?? '', engine.clock.now()),
    ]) {
      await expect(intent()).rejects.toMatchObject({ code: '42501' })
    }
    expect(await state()).toEqual(before)
  } finally {
    await superuser.query('grant insert on auth.mail_tokens to unfog_auth')
    await superuser.end()
  }
})

test('no notification is sent without a confirmed address or without mail', async () => {
  const { id, tells } = await member()
  const codes = () => createRecoveryCodes(auth, masterKey, id, new Date())
  await codes()
  const set = (columns: { email?: null; email_key?: null; email_confirmed_at: null }) =>
    auth.updateTable('auth.users').set(columns).where('id', '=', id).execute()
  await set({ email_confirmed_at: null })
  await codes()
  expect(await tells()).toBe(0)
  await set({ email: null, email_key: null, email_confirmed_at: null })
  await codes()
  expect(await wire.readMessages()).toEqual([])
  const local = await authApiApp(database)
  const trial = await local.createUser()
  await trial.auth.updateUser({ password: otherPassword })
  expect(await local.readMessages()).toEqual([])
})

test('a hundred changes in a row send one notification at once and one ten minutes later', async () => {
  const { id, tells } = await member()
  const now = new Date()
  await sendSecurityNotice(database.auth, id, now)
  expect(await tells()).toBe(1)
  for (let intent = 0; intent < 99; intent++) await sendSecurityNotice(database.auth, id, now)
  const superuser = await database.connect()
  const { rows } = await superuser.query<{ run_at: Date; sent_at: Date | null }>(
    `select run_at, sent_at from graphile_worker._private_jobs j
     join auth.mail_tokens t on t.id::text = j.payload->>'mail_token_id'
     where t.user_id = $1 and t.purpose = 'access_changed'`,
    [id],
  )
  await superuser.end()
  expect(rows).toEqual([{ run_at: expect.any(Date), sent_at: null }])
  const minutes = ((rows[0]?.run_at.getTime() ?? 0) - now.getTime()) / 60_000
  expect(minutes).toBeGreaterThan(9)
  expect(minutes).toBeLessThan(11)
})
