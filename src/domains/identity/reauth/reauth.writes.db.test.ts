import { generateSync } from 'otplib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testEngine, testRequestInfo } from '../../../../test/support/engine.ts'
import { openidBrowser } from '../../../../test/support/openid-browser.ts'
import { openidProvider } from '../../../../test/support/openid-provider.ts'
import { testApp } from '../../../../test/support/test-app.ts'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { masterKey } from '../../../platform/crypto.server.ts'
import { hashPassword } from '../../../platform/passwords/password-hashing.server.ts'
import { readUserByEmail } from '../identity.reads.server.ts'
import { renderQueuedEmail } from '../messages/messages.writes.server.ts'
import { enrollTotp, verifyTotp } from '../mfa/factors.writes.server.ts'
import { createRecoveryCodes } from '../mfa/recovery-codes.writes.server.ts'
import { signUp } from '../sign-in.writes.server.ts'
import { proveByCode } from './reauth.writes.server.ts'

const database = testDatabase()
const origin = 'http://localhost:3000'
const start = '/auth-test/with/test'
const verify = '/auth-test/prove?next=/dashboard/settings'
const place = { auth: database.auth, masterKey: masterKey(Buffer.alloc(32, 7)) }
let provider: Awaited<ReturnType<typeof openidProvider>>
let served: Awaited<ReturnType<typeof testApp>>

beforeAll(async () => {
  provider = await openidProvider([`${origin}/auth-test/callback`])
  served = await testApp(database, {
    environment: {
      OIDC_TEST: `${provider.setting} Harbor`,
      SMTP_URL: 'smtp://localhost:1',
      MAIL_FROM: 'no-reply@example.org',
    },
  })
})
afterAll(() => provider?.stop())
beforeEach(async () => {
  served.time.now = new Date('2026-03-04T12:00:00Z')
  // All requests come from one IP address, which is limited to a few new accounts an hour.
  await database.auth.deleteFrom('auth.rate_limits').execute()
})

const later = (minutes: number) => {
  served.time.now = new Date(served.time.now.getTime() + minutes * 60_000)
}
const browser = () => openidBrowser(origin, (url, init) => served.app.request(url, init))
type Browser = ReturnType<typeof browser>
const pathOf = ({ url }: { url: string }) => new URL(url).pathname
const tokenOf = (one: Browser) => one.jar.get('__Host-session')?.value ?? ''

let people = 0
/** A user with a provider only, who last authenticated 15 minutes ago. */
async function byProvider() {
  const sub = `person-${++people}`
  const email = `${sub}@example.org`
  provider.users.set(sub, { email, email_verified: true })
  const one = browser()
  await one.submitLogin(await one.press(start, { of_age: 'on' }), sub)
  const user = await readUserByEmail(database.auth, email)
  if (!user) throw new Error('nobody')
  later(15)
  return { one, sub, email, id: user.id }
}
/**
 * True if actions that need reauthentication are allowed. A form of a session that owes a second factor is rejected.
 */
const isProven = async (one: Browser) => {
  const answer = await one.press('/dashboard/settings', { intent: 'add-app', app_name: '' })
  return answer.status !== 401 && pathOf(answer) === '/dashboard/settings'
}
async function codeFor(user_id: string): Promise<string> {
  const { id } = await database.auth
    .selectFrom('auth.mail_tokens')
    .select('id')
    .where('user_id', '=', user_id)
    .where('purpose', '=', 'reauthentication')
    .executeTakeFirstOrThrow()
  return (await renderQueuedEmail(place, id, served.time.now))?.code ?? ''
}
const setUser = (id: string, columns: { password_hash?: string; status?: 'suspended' | 'restricted' }) =>
  database.auth.updateTable('auth.users').set(columns).where('id', '=', id).execute()
const addFactor = (user_id: string) =>
  database.auth
    .insertInto('auth.factors')
    .values({ id: crypto.randomUUID(), user_id, factor_type: 'totp', status: 'verified' })
    .execute()

describe('a code by email', () => {
  test('reauthenticates once, and the session gets a new token', async () => {
    const { one, id } = await byProvider()
    expect(await isProven(one)).toBe(false)
    expect((await one.open(verify)).body).toContain('Send a code to my address')
    const asked = await one.press(verify, { intent: 'mail-code' })
    expect(asked.body).toContain('A message with a code is on its way')
    const [code, before] = [await codeFor(id), tokenOf(one)]
    expect(pathOf(await one.press(verify, { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` }))).toBe(
      '/dashboard/settings',
    )
    expect(tokenOf(one)).not.toBe(before)
    expect(await isProven(one)).toBe(true)
    later(15)
    expect((await one.press(verify, { code })).status).toBe(400)
    expect(await isProven(one)).toBe(false)
  })

  test('is rejected if it is another user’s, malformed or an hour old', async () => {
    const [mine, theirs] = [await byProvider(), await byProvider()]
    for (const { one } of [mine, theirs]) await one.press(verify, { intent: 'mail-code' })
    const [code, other] = [await codeFor(mine.id), await codeFor(theirs.id)]
    const wrong = await mine.one.press(verify, { code: other === code ? '' : other })
    expect([wrong.status, await isProven(mine.one)]).toEqual([400, false])
    expect(wrong.body).toContain('That code is not right')
    for (const input of ['', '0'.repeat(10_000), code.slice(0, 5)])
      expect((await mine.one.press(verify, { code: input })).status).toBe(400)
    later(60)
    expect((await mine.one.press(verify, { code })).status).toBe(400)
  })

  test('is invalid after five wrong attempts', async () => {
    const { one, id } = await byProvider()
    await one.press(verify, { intent: 'mail-code' })
    const code = await codeFor(id)
    const wrong = code === '000000' ? '000001' : '000000'
    await Promise.all(Array.from({ length: 5 }, () => one.press(verify, { code: wrong })))
    expect((await one.press(verify, { code })).status).toBe(400)
  })

  test('is sent at most five times an hour', async () => {
    const { one } = await byProvider()
    const statuses = []
    for (let time = 0; time < 6; time++)
      statuses.push((await one.press(verify, { intent: 'mail-code' })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('is neither sent nor accepted if there is a password or a second factor', async () => {
    for (const stronger of ['password', 'factor'] as const) {
      const { one, id } = await byProvider()
      await one.press(verify, { intent: 'mail-code' })
      const code = await codeFor(id)
      if (stronger === 'password')
        await setUser(id, { password_hash: await hashPassword('lantern over the quiet harbor') })
      else await addFactor(id)
      const before = tokenOf(one)
      await one.press(verify, { code })
      await one.press(verify, { intent: 'mail-code' })
      expect(tokenOf(one)).toBe(before)
      expect(await isProven(one)).toBe(false)
    }
  })
})

describe('reauthentication at the provider', () => {
  const again = (one: Browser, path = start) => one.press(path, { intent: 'prove' })

  test('allows protected actions, and redirects with a new session token', async () => {
    const { one, sub } = await byProvider()
    expect((await one.open(verify)).body).toContain('value="prove"')
    const before = tokenOf(one)
    const at = await again(one, `${start}?next=/dashboard/settings`)
    // The provider asks again, although the browser is still signed in there.
    expect(at.body).toContain('Who are you')
    expect((await one.submitLogin(at, sub)).url).toBe(`${origin}/dashboard/settings`)
    expect(tokenOf(one)).not.toBe(before)
    expect(await isProven(one)).toBe(true)
  })

  test('rejects another identity, known or not, and creates nothing', async () => {
    const [mine, theirs] = [await byProvider(), await byProvider()]
    provider.users.set('stranger', { email: 'stranger@example.org', email_verified: true })
    for (const sub of [theirs.sub, 'stranger']) {
      const before = tokenOf(mine.one)
      mine.one.forget(provider.issuer)
      const response = await mine.one.submitLogin(await again(mine.one), sub)
      expect([response.status, tokenOf(mine.one)]).toEqual([403, before])
      expect(response.body).toContain('That is another Harbor account')
      expect(await isProven(mine.one)).toBe(false)
    }
    expect(await readUserByEmail(database.auth, 'stranger@example.org')).toBeUndefined()
  })

  test('is rejected in another browser or after the session has ended', async () => {
    const { one, sub, id } = await byProvider()
    const answer = await one.submitLoginAndStop(await again(one), sub)
    const stranger = browser()
    expect((await stranger.resume(answer)).status).toBe(410)
    expect(tokenOf(stranger)).toBe('')
    const second = await one.submitLoginAndStop(await again(one), sub)
    await database.auth.deleteFrom('auth.sessions').where('user_id', '=', id).execute()
    expect((await one.resume(second)).status).toBe(410)
    const sessions = database.auth.selectFrom('auth.sessions').select('id').where('user_id', '=', id)
    expect(await sessions.execute()).toEqual([])
  })

  test('is rejected if there is a password or a second factor, even one added meanwhile', async () => {
    const { one, sub, id } = await byProvider()
    const answer = await one.submitLoginAndStop(await again(one), sub)
    await addFactor(id)
    expect((await one.resume(answer)).status).toBe(410)
    const other = await byProvider()
    await setUser(other.id, { password_hash: 'one' })
    expect(pathOf(await again(other.one))).toBe('/auth-test/prove')
    expect((await other.one.open(verify)).body).not.toContain('value="prove"')
    expect(pathOf(await again(browser()))).toBe('/auth-test')
  })
})

describe('someone with a browser that is still signed in at the provider', () => {
  /** Starts reauthentication, and removes max_age, which requires a new sign-in, from the redirect. */
  async function withoutAsking(one: Browser) {
    const on = (await one.press(start, { intent: 'prove' }, `${provider.issuer}/auth?`)) as unknown as {
      url: string
    }
    const url = new URL(on.url)
    expect(url.searchParams.get('max_age')).toBe('0')
    url.searchParams.delete('max_age')
    return one.resume({ url: url.href, init: {} })
  }
  const lastSignedIn = (secondsAgo: number) => {
    provider.behavior.forge = (claims) => ({
      claims: { ...claims, auth_time: Math.floor(Date.now() / 1000) - secondsAgo },
    })
  }
  afterEach(() => {
    provider.behavior.forge = undefined
  })

  test('needs an emailed code, if one can be sent', async () => {
    const { one, id } = await byProvider()
    const before = tokenOf(one)
    const response = await withoutAsking(one)
    expect([response.status, tokenOf(one)]).toEqual([403, before])
    expect(response.body).toContain('Harbor did not say that you signed in just now')
    expect(response.body).toContain('href="/auth-test/prove?next=')
    expect(await isProven(one)).toBe(false)
    await one.press(verify, { intent: 'mail-code' })
    await one.press(verify, { code: await codeFor(id) })
    expect(await isProven(one)).toBe(true)
  })

  test("can't reauthenticate by a sign-in two minutes ago, but by one now", async () => {
    const { one, sub } = await byProvider()
    lastSignedIn(120)
    const again = () => one.press(start, { intent: 'prove' })
    expect((await one.submitLogin(await again(), sub)).status).toBe(403)
    expect(await isProven(one)).toBe(false)
    lastSignedIn(0)
    await one.submitLogin(await again(), sub)
    expect(await isProven(one)).toBe(true)
  })

  test("can't reauthenticate by signing out and in again", async () => {
    const { one, id } = await byProvider()
    await one.press('/auth-test/sign-out', {})
    await one.press(start, {})
    expect(tokenOf(one)).not.toBe('')
    expect(await isProven(one)).toBe(false)
    await one.press(verify, { intent: 'mail-code' })
    await one.press(verify, { code: await codeFor(id) })
    expect(await isProven(one)).toBe(true)
  })

  test('is accepted if there is no other method, so that everyone can delete their account', async () => {
    const { one, sub, id } = await byProvider()
    await database.auth
      .updateTable('auth.users')
      .set({ email_confirmed_at: null })
      .where('id', '=', id)
      .execute()
    expect(await isProven(one)).toBe(false)
    lastSignedIn(120)
    // An old auth_time from the provider is still rejected.
    expect((await one.submitLogin(await one.press(start, { intent: 'prove' }), sub)).status).toBe(403)
    provider.behavior.forge = undefined
    await withoutAsking(one)
    expect(await isProven(one)).toBe(true)
  })
})

describe('guessing the codes of an authenticator app', () => {
  const { engine, time } = testEngine(database)
  const codeOf = (secret: string, now: Date) =>
    generateSync({ secret, epoch: Math.floor(now.getTime() / 1000) })
  async function withApp() {
    const input = { email: `guessed-${++people}@example.org`, password: 'lantern over the quiet harbor' }
    const signedUp = await signUp(engine, input, testRequestInfo())
    if (signedUp.outcome !== 'signed_in') throw new Error(signedUp.outcome)
    const { session } = signedUp
    const naming = { issuer: 'Account', account: 'Account' }
    const app = await enrollTotp(engine.auth, engine.masterKey, session.user_id, naming)
    if (app.outcome !== 'enrolled') throw new Error(app.outcome)
    const before = new Date(engine.clock.now().getTime() - 3_600_000)
    const first = codeOf(app.secret, before)
    await verifyTotp(engine.auth, engine.masterKey, session.user_id, app.factor_id, first, before)
    const codes = await createRecoveryCodes(engine.auth, engine.masterKey, session.user_id, new Date())
    const right = () => codeOf(app.secret, engine.clock.now())
    const wrong = () => String((Number(right()) + 500_000) % 1_000_000).padStart(6, '0')
    const type = (input: string) => proveByCode(engine, session, input, testRequestInfo())
    /** Makes that many attempts, waiting out each 15-minute lockout. */
    async function guess(times: number) {
      for (let time = 0; time < times; time++) {
        if (time % 3 === 0) await passed('proof')
        expect(await type(wrong())).toEqual({ outcome: 'wrong' })
      }
      await passed('proof')
    }
    return { session, codes, right, wrong, type, guess }
  }
  const passed = (kind: string) =>
    database.auth.deleteFrom('auth.rate_limits').where('key', 'like', `${kind}:%`).execute()

  test('is blocked after 50 wrong codes in a day and 100 in 30 days, even with a right one in between', async () => {
    const { codes, right, wrong, type, guess } = await withApp()
    await guess(49)
    expect(await type(right())).toMatchObject({ outcome: 'proven' })
    await guess(1)
    time.now = new Date(time.now.getTime() + 60_000)
    for (const input of [wrong(), right(), ` ${right().slice(0, 3)} ${right().slice(3)}`]) {
      const { outcome, ...more } = await type(input)
      expect([outcome, more]).toEqual(['wait', { seconds: expect.any(Number) }])
    }
    // A recovery code is still accepted.
    expect(await type(codes[0] ?? '')).toMatchObject({ outcome: 'proven' })
    await passed('codes_day')
    expect(await type(right())).toMatchObject({ outcome: 'proven' })
    await guess(50)
    await passed('codes_day')
    const { outcome, ...more } = await type(right())
    expect([outcome, Object.values(more)[0]]).toEqual(['wait', expect.any(Number)])
    expect(Number(Object.values(more)[0])).toBeGreaterThan(20 * 24 * 60 * 60)
    expect(await type(codes[1] ?? '')).toMatchObject({ outcome: 'proven' })
  })

  test("doesn't block other users", async () => {
    const [one, other] = [await withApp(), await withApp()]
    await one.guess(50)
    expect(await one.type(one.right())).toMatchObject({ outcome: 'wait' })
    expect(await other.type(other.right())).toMatchObject({ outcome: 'proven' })
  })
})
