import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enqueueAccountRequest } from '../../src/domains/identity/accounts/pending-requests.writes.server.ts'
import { processAccountRequest } from '../../src/domains/identity/accounts/process-request.writes.server.ts'
import {
  confirmEmail,
  requestEmailChange,
} from '../../src/domains/identity/credentials/email.writes.server.ts'
import { findSession, readUserByEmail } from '../../src/domains/identity/identity.reads.server.ts'
import { renderQueuedEmail } from '../../src/domains/identity/messages/messages.writes.server.ts'
import { signInByLink } from '../../src/domains/identity/sign-in.writes.server.ts'
import { openAccount } from '../../src/domains/identity/social/social-accounts.writes.server.ts'
import { authApiApp, otherPassword, password, withMail } from '../support/auth-api-client.ts'
import { processRequests, testEngine, testRequestInfo } from '../support/engine.ts'
import { openidBrowser } from '../support/openid-browser.ts'
import { openidProvider } from '../support/openid-provider.ts'
import { testDatabase } from '../support/test-database.ts'

/*
 * An attacker signs up with an address of another person and waits for its owner. Such an unconfirmed account must not block
 * the owner, and nothing of it may stay in the account that the owner gets.
 */

const database = testDatabase()
const origin = 'http://localhost:3000'
const app = 'https://app.example/back'
const { engine } = testEngine(database, 'smtp://127.0.0.1:1')
let provider: Awaited<ReturnType<typeof openidProvider>>
let wire: Awaited<ReturnType<typeof authApiApp>>
beforeAll(async () => {
  provider = await openidProvider([`${origin}/auth/v1/callback`, `${origin}/auth-test/callback`])
  wire = await authApiApp(database, { ...withMail, OIDC_TEST: provider.setting, REDIRECT_URLS: app })
})
afterAll(() => provider?.stop())
beforeEach(async () => {
  wire.time.now = new Date()
  await database.auth.deleteFrom('auth.rate_limits').execute()
})

let people = 0
const newEmail = () => `owner-${++people}@example.org`
const browser = () =>
  openidBrowser(origin, (url, init) =>
    wire.ask(url, { ...init, headers: Object.fromEntries(new Headers(init.headers)) }),
  )
const rowOf = async (email: string) => {
  const user = await readUserByEmail(database.auth, email)
  if (!user) throw new Error(`nobody has ${email}`)
  return user
}
const identitiesOf = async (user_id: string) => {
  const rows = await database.auth
    .selectFrom('auth.identities')
    .select('provider')
    .where('user_id', '=', user_id)
    .execute()
  return rows.map(({ provider }) => provider)
}
const setUser = (email: string, columns: { status: 'suspended' | 'restricted' }) =>
  database.auth.updateTable('auth.users').set(columns).where('email_key', '=', email).execute()

/** Signs up with the address of another person, with metadata, and reads the confirmation email. */
async function squat(email: string) {
  const { auth } = wire.client()
  await auth.signUp({ email, password, options: { data: { name: 'Not you', of_age: true } } })
  const { token } = await wire.messageTo(email)
  return { ...(await rowOf(email)), token }
}
type Squatter = Awaited<ReturnType<typeof squat>>

/** Expects that the address belongs to a new account without anything of the squatter. */
async function expectNothingOf(squatter: Squatter, email: string, owner: { password: string | null }) {
  const user = await rowOf(email)
  expect(user.id).not.toBe(squatter.id)
  expect(user).toMatchObject({ email_confirmed_at: expect.any(Date), user_metadata: {} })
  expect(user.password_hash).not.toBe(squatter.password_hash)
  if (owner.password === null) expect(user.password_hash).toBeNull()
  for (const table of ['auth.users', 'auth.identities', 'auth.mail_tokens', 'auth.sessions'] as const) {
    const rows = database.auth
      .selectFrom(table)
      .select('id')
      .where(table === 'auth.users' ? 'id' : ('user_id' as 'id'), '=', squatter.id)
    expect(await rows.execute(), table).toEqual([])
  }
  const audit = database.auth.selectFrom('auth.audit_events').select(['actor', 'action'])
  expect(await audit.where('subject', '=', squatter.id).execute()).toEqual([
    { actor: 'address_owner', action: 'erase' },
  ])
  const { auth } = wire.client()
  const wrong = { code: 'invalid_credentials' }
  expect((await auth.signInWithPassword({ email, password })).error).toMatchObject(wrong)
  expect((await auth.verifyOtp({ token_hash: squatter.token, type: 'signup' })).error).not.toBeNull()
}

/** The owner's sign-in with a provider, in each way. @returns the path where it ended, or the error */
const doors: Record<string, (sub: string) => Promise<string>> = {
  'our page': async (sub) => {
    const one = browser()
    const page = await one.press('/auth-test/with/test', { of_age: 'on' })
    return new URL((await one.submitLogin(page, sub)).url).pathname
  },
  'our page, asked the age': async (sub) => {
    const one = browser()
    const page = await one.press('/auth-test/with/test', {})
    const { body } = await one.submitLogin(page, sub)
    const [, ticket = ''] = /name="ticket" value="([^"]+)"/.exec(body) ?? []
    const fields = { intent: 'join', ticket, of_age: 'on' }
    return new URL((await one.press('/auth-test/with/test', fields)).url).pathname
  },
  'the callback of /auth/v1': async (sub) => {
    const { data } = await wire.client().auth.signInWithOAuth({
      provider: 'test' as never,
      options: { redirectTo: app },
    })
    const one = browser()
    const back = await one.submitLoginAndStop(await one.open(data.url ?? ''), sub, app)
    return new URL(back.url).hash.includes('access_token=') ? '/dashboard' : back.url
  },
  'the ID token of an app': async (sub) => {
    const token = await provider.idToken({ sub, ...provider.users.get(sub) })
    const { error } = await wire.client().auth.signInWithIdToken({ provider: 'test', token })
    return error?.code ?? '/dashboard'
  },
}

describe.each(Object.keys(doors))('a sign-in with a provider through %s', (name) => {
  const come = doors[name] ?? (async () => '')
  function known(given: { email_verified?: boolean } = {}) {
    const email = newEmail()
    const sub = `sub-${people}`
    provider.users.set(sub, { email, email_verified: true, ...given })
    return { email, sub }
  }

  test('replaces an unconfirmed account of a squatter and keeps nothing of it', async () => {
    const { email, sub } = known()
    const squatter = await squat(email)
    expect(await come(sub)).toBe('/dashboard')
    await expectNothingOf(squatter, email, { password: null })
    expect(await identitiesOf((await rowOf(email)).id)).toEqual(['test'])
    // Another sign-up notifies the owner and changes nothing.
    await wire.client().auth.signUp({ email, password })
    expect((await wire.messageTo(email)).text).toContain('tried to sign up')
    expect((await rowOf(email)).password_hash).toBeNull()
  })

  test('does not replace a confirmed, suspended or restricted account', async () => {
    const { email, sub } = known()
    const squatter = await squat(email)
    for (const status of ['suspended', 'restricted'] as const) {
      await setUser(email, { status })
      expect(await come(sub)).not.toBe('/dashboard')
      expect((await rowOf(email)).id).toBe(squatter.id)
    }
    const member = known()
    const { id } = await squat(member.email)
    await database.auth
      .updateTable('auth.users')
      .set({ email_confirmed_at: new Date() })
      .where('id', '=', id)
      .execute()
    expect(await come(member.sub)).not.toBe('/dashboard')
    expect((await rowOf(member.email)).id).toBe(id)
    expect(await identitiesOf(id)).toEqual(['email'])
  })

  test('does not replace an account when the provider has not verified the address', async () => {
    const { email, sub } = known({ email_verified: false })
    const squatter = await squat(email)
    await come(sub)
    expect((await rowOf(email)).id).toBe(squatter.id)
    expect(await identitiesOf(squatter.id)).toEqual(['email'])
  })
})

describe('an email change to an address with a squatter', () => {
  test('is confirmed on the pages of this site and removes the squatter’s account', async () => {
    const { id, session: tokens } = await wire.createConfirmedUser()
    const email = newEmail()
    const squatter = await squat(email)
    await database.auth.updateTable('auth.users').set({ password_hash: null }).where('id', '=', id).execute()
    const { session_id } = decodeJwt<{ session_id: string }>(tokens?.access_token ?? '')
    const session = await findSession(database.auth, { id: session_id }, engine.clock.now())
    if (!session || session === 'suspended') throw new Error('no session')
    expect(await requestEmailChange(engine, session, email)).toEqual({ outcome: 'check_mail' })
    const links: string[] = []
    for (const purpose of ['email_change_current', 'email_change_new'] as const) {
      const row = await database.auth
        .selectFrom('auth.mail_tokens')
        .select('id')
        .where('user_id', '=', id)
        .where('purpose', '=', purpose)
        .executeTakeFirstOrThrow()
      links.push((await renderQueuedEmail(engine, row.id, engine.clock.now()))?.token ?? '')
    }
    expect(await confirmEmail(engine, links[0] ?? '', undefined)).toEqual({ outcome: 'half' })
    expect((await rowOf(email)).id).toBe(squatter.id)
    expect(await confirmEmail(engine, links[1] ?? '', undefined)).toEqual({ outcome: 'changed' })
    expect((await rowOf(email)).id).toBe(id)
    await expectNothingOf(squatter, email, { password: null })
  })

  test('is confirmed over the API and removes the squatter’s account', async () => {
    const owner = await wire.createConfirmedUser()
    await owner.auth.updateUser({ password: otherPassword })
    await wire.readMessages()
    const email = newEmail()
    const squatter = await squat(email)
    expect((await owner.auth.updateUser({ email })).error).toBeNull()
    const letters = await wire.readMessages()
    expect(letters.map(({ to }) => to).sort()).toEqual([email, owner.email].sort())
    for (const { token: token_hash } of letters) {
      expect((await wire.client().auth.verifyOtp({ token_hash, type: 'email_change' })).error).toBeNull()
    }
    expect((await rowOf(email)).id).toBe(owner.id)
    await expectNothingOf(squatter, email, { password: otherPassword })
    const { data } = await wire.client().auth.signInWithPassword({ email, password: otherPassword })
    expect(data.user?.id).toBe(owner.id)
  })
})

describe('in a race', () => {
  const person = (email: string) => ({ issuer: provider.issuer, sub: `sub-of-${email}`, email })
  const signUpRequest = (email: string) => ({
    kind: 'sign_up' as const,
    email,
    user_id: crypto.randomUUID(),
    password_hash: 'a hash of the squatter',
    user_metadata: { name: 'Not you' },
    of_age: true,
  })
  async function keptRequest(email: string) {
    await enqueueAccountRequest(engine, signUpRequest(email))
    const rows = await database.auth
      .selectFrom('auth.pending_account_requests')
      .select('id')
      .orderBy('id', 'desc')
      .execute()
    return rows[0]?.id ?? ''
  }

  test('several sign-ins with one provider replace a squatter with one account', async () => {
    const email = newEmail()
    await processAccountRequest(engine, await keptRequest(email))
    const opened = await Promise.all(
      [1, 2, 3].map(() => openAccount(engine, 'test', person(email), true, testRequestInfo())),
    )
    const { id } = await rowOf(email)
    expect(opened).toEqual([{ user_id: id }, { user_id: id }, { user_id: id }])
  })

  test('sign-ups during the owner’s sign-in neither block it nor add anything to the account', async () => {
    for (let round = 0; round < 8; round++) {
      const email = newEmail()
      if (round % 2) await processAccountRequest(engine, await keptRequest(email))
      const requests = [await keptRequest(email), await keptRequest(email)]
      const [opened] = await Promise.all([
        openAccount(engine, 'test', person(email), true, testRequestInfo()),
        ...requests.map((id) => processAccountRequest(engine, id)),
      ])
      const user = await rowOf(email)
      expect(opened).toEqual({ user_id: user.id })
      expect(user).toMatchObject({ password_hash: null, user_metadata: {} })
      expect(await identitiesOf(user.id)).toEqual(['test'])
    }
  })

  test('either the confirmation or the sign-in with a provider wins, and they are never merged', async () => {
    const ends = new Set<string>()
    for (let round = 0; round < 8; round++) {
      const email = newEmail()
      const squatter = await squat(email)
      const { auth } = wire.client()
      const press = async () =>
        round % 2
          ? (await signInByLink(engine, squatter.token, testRequestInfo(), password)).outcome === 'signed_in'
          : (await auth.verifyOtp({ token_hash: squatter.token, type: 'signup' })).error === null
      const [pressed, opened] = await Promise.all([
        press(),
        openAccount(engine, 'test', person(email), true, testRequestInfo()),
      ])
      const user = await rowOf(email)
      if ('user_id' in opened) {
        ends.add('provider')
        expect([user.id, pressed]).toEqual([opened.user_id, false])
        expect(await identitiesOf(user.id)).toEqual(['test'])
      } else {
        ends.add('letter')
        expect([user.id, pressed, opened.failure]).toEqual([squatter.id, true, 'has_account'])
        expect(await identitiesOf(user.id)).toEqual(['email'])
      }
    }
    expect(ends.size).toBeGreaterThan(0)
  })
})

test('without mail an account is confirmed at sign-up and is never replaced', async () => {
  const local = await authApiApp(database, { OIDC_TEST: provider.setting })
  const { email, user } = await local.createUser()
  const sub = `sub-of-${email}`
  const token = await provider.idToken({ sub, email, email_verified: true })
  const { error } = await local.client().auth.signInWithIdToken({ provider: 'test', token })
  expect(error).toMatchObject({ code: 'email_exists' })
  expect((await rowOf(email)).id).toBe(user.id)
})

describe('the metadata of an unconfirmed sign-up', () => {
  const metadataOf = async (email: string) => {
    const { user_metadata, of_age_at } = await rowOf(email)
    return [user_metadata, of_age_at]
  }

  test('is removed when the owner signs up', async () => {
    const email = newEmail()
    await squat(email)
    await wire.client().auth.signUp({ email, password: otherPassword, options: { data: { theme: 'dusk' } } })
    await processRequests(engine)
    expect(await metadataOf(email)).toEqual([{ theme: 'dusk' }, null])
  })

  test('is removed when the owner resets the password or signs in by email', async () => {
    for (const how of ['recovery', 'magiclink', 'page'] as const) {
      const email = newEmail()
      await squat(email)
      const { auth } = wire.client()
      if (how === 'recovery') await auth.resetPasswordForEmail(email)
      else await auth.signInWithOtp({ email, options: { data: { theme: 'stranger' } } })
      const letter = await wire.messageTo(email)
      if (how === 'page') {
        const pressed = await wire.ask(`${origin}/auth-test/link`, {
          method: 'POST',
          headers: { 'Sec-Fetch-Site': 'same-origin' },
          body: new URLSearchParams({ token: letter.token }),
        })
        expect(pressed.status).toBeLessThan(400)
      } else {
        const { error } = await auth.verifyOtp({ token_hash: letter.token, type: how })
        expect(error).toBeNull()
      }
      expect(await metadataOf(email)).toEqual([{}, null])
      expect((await rowOf(email)).password_hash).toBeNull()
    }
  })

  test('is removed when the owner signs in by email with shouldCreateUser off', async () => {
    const email = newEmail()
    await wire.client().auth.signInWithOtp({ email, options: { data: { name: 'Not you', of_age: true } } })
    await wire.readMessages()
    const { auth } = wire.client()
    await auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
    const { code } = await wire.messageTo(email)
    expect((await auth.verifyOtp({ email, token: code, type: 'email' })).error).toBeNull()
    expect(await metadataOf(email)).toEqual([{}, null])
  })
})
