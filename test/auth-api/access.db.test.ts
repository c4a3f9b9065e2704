import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { generateSync } from 'otplib'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rotateToBearerSession } from '../../src/auth-api/auth-api.writes.server.ts'
import { exchangeAuthCode, issueAuthCode } from '../../src/auth-api/oauth/pkce-codes.writes.server.ts'
import { logOut, refreshSession } from '../../src/auth-api/sessions/sessions.writes.server.ts'
import { verifySmsOtp } from '../../src/auth-api/sign-in/phones.writes.server.ts'
import { verifyEmailOtp } from '../../src/auth-api/sign-in/verify-links.writes.server.ts'
import { saveStatus } from '../../src/domains/identity/accounts/administration.writes.server.ts'
import { createServiceToken } from '../../src/domains/identity/accounts/service-tokens.writes.server.ts'
import {
  confirmEmail,
  requestEmailChange,
  startChange,
} from '../../src/domains/identity/credentials/email.writes.server.ts'
import {
  changePassword,
  resetPassword,
} from '../../src/domains/identity/credentials/password.writes.server.ts'
import { deleteIdentityData } from '../../src/domains/identity/identity.personal-data.server.ts'
import { readSession, readSessionWithoutTouching } from '../../src/domains/identity/identity.reads.server.ts'
import { emailKey } from '../../src/domains/identity/identity.rules.ts'
import type { MailPurpose } from '../../src/domains/identity/messages/messages.rules.ts'
import { queueEmail, renderQueuedEmail } from '../../src/domains/identity/messages/messages.writes.server.ts'
import { confirmApp } from '../../src/domains/identity/mfa/confirm.writes.server.ts'
import { enrollTotp, removeFactor } from '../../src/domains/identity/mfa/factors.writes.server.ts'
import {
  type AccessEvent,
  accessTable,
  type WayIn,
  waysIn,
} from '../../src/domains/identity/sessions/access.rules.ts'
import { saveSafeMode } from '../../src/domains/identity/sessions/safe-mode.writes.server.ts'
import { startSession } from '../../src/domains/identity/sessions/sessions.writes.server.ts'
import { signInByLink } from '../../src/domains/identity/sign-in.writes.server.ts'
import { consumeFlow, storeFlow } from '../../src/domains/identity/social/oauth-state.writes.server.ts'
import { hashPassword } from '../../src/platform/passwords/password-hashing.server.ts'
import { testEngine, testRequestInfo } from '../support/engine.ts'
import { testApp } from '../support/test-app.ts'
import { testDatabase } from '../support/test-database.ts'

/*
 * Combines every event after which someone else may hold a way into an account with every way in, and tries to use that way
 * (src/domains/identity/sessions/access.rules.ts). A control test shows that each way works when no event happened.
 */

const database = testDatabase()
const { engine } = testEngine(database, 'smtp://localhost:1')
const { engine: withoutMail } = testEngine(database)
const api = { engine, sign: async () => 'signed' }
const [password, verifier] = ['lantern over the quiet harbor', 'v'.repeat(43)]
const challenge = createHash('sha256').update(verifier).digest('base64url')

let served: Awaited<ReturnType<typeof testApp>>
let password_hash: string
beforeAll(async () => {
  served = await testApp(database, { environment: { ADMIN_CALLS: 'on' } })
  served.time.now = new Date()
  password_hash = await hashPassword(password)
})

async function person() {
  const [user_id, email] = [uuidv7(), `${randomUUID()}@example.org`]
  await database.auth
    .insertInto('auth.users')
    .values({ id: user_id, email, email_key: emailKey(email), email_confirmed_at: new Date(), password_hash })
    .execute()
  const start = async () => {
    const started = await startSession(engine, user_id, { ...testRequestInfo(), method: 'password' })
    if (!started) throw new Error('no session')
    return { ...started, cookie: `__Host-session=${started.token}` }
  }
  /** The token and the code in an email of this purpose. */
  async function mailed(purpose: MailPurpose, sent_to = email) {
    await queueEmail(engine, {
      user_id,
      purpose,
      sent_to,
      ...(sent_to !== email && !sent_to.includes('@') && { channel: 'sms' as const }),
    })
    const { id } = await database.auth
      .selectFrom('auth.mail_tokens')
      .select('id')
      .where('user_id', '=', user_id)
      .where('purpose', '=', purpose)
      .executeTakeFirstOrThrow()
    const { token = '', code = '' } = (await renderQueuedEmail(engine, id, engine.clock.now())) ?? {}
    return { token, code }
  }
  /** The session of the browser that the person uses. */
  return { user_id, email, mine: await start(), start, mailed }
}
type Person = Awaited<ReturnType<typeof person>>
const isOpen = async (token: string) =>
  (await readSessionWithoutTouching(database.auth, token, engine.clock.now())) !== undefined

/** Prepares a way in. @returns a function that tries it and tells whether it opens the account */
const prepare: Record<WayIn, (who: Person) => Promise<() => Promise<boolean>>> = {
  async session(who) {
    const { token } = await who.start()
    return () => isOpen(token)
  },
  async refresh_token(who) {
    const answer = await rotateToBearerSession(api, (await who.start()).session.id)
    const { refresh_token } = (answer as { body: { refresh_token: string } }).body
    return async () => 'body' in (await refreshSession(api, refresh_token))
  },
  async pkce_code({ user_id }) {
    const auth_code = await issueAuthCode(api, { user_id, challenge, method: 'otp' })
    return async () =>
      'body' in (await exchangeAuthCode(api, { auth_code, code_verifier: verifier }, testRequestInfo()))
  },
  async mailed_link({ mailed }) {
    const { token } = await mailed('magiclink')
    return async () => (await signInByLink(engine, token, testRequestInfo())).outcome === 'signed_in'
  },
  async mailed_code({ mailed, email }) {
    const { code } = await mailed('recovery')
    return async () => 'body' in (await verifyEmailOtp(api, { email, code }, ['recovery'], testRequestInfo()))
  },
  async pending_change({ user_id, mailed }) {
    const new_email = `${randomUUID()}@example.org`
    await startChange(database.auth, user_id, { new_email }, engine.clock.now())
    const links = [await mailed('email_change_current'), await mailed('email_change_new', new_email)]
    return async () => {
      const outcomes = []
      for (const { token } of links) outcomes.push((await confirmEmail(engine, token, undefined)).outcome)
      return outcomes[1] === 'changed'
    }
  },
  async provider_flow({ user_id, mine }) {
    const question = { state: 's', nonce: 'n', verifier: 'v' } as never
    const brought = { shared_device: false, of_age: true, device: '' }
    const awaited = { awaits: 'answer' as const, question, brought, session_id: mine.session.id }
    const token = await storeFlow(engine, { provider: 'test', user_id, awaited }, 'browser')
    return async () => (await consumeFlow(engine, token, 'answer', 'browser')) !== undefined
  },
  async service_token() {
    const { token } = await createServiceToken(database.auth, engine.clock, 60 * 60 * 1000)
    const headers = { Authorization: `Bearer ${token}` }
    return async () => (await served.app.request('/auth/v1/admin/users', { headers })).status === 200
  },
  async draft_grace(who) {
    const left = await who.start()
    const leave = (content: string) => {
      const body = JSON.stringify({ id: uuidv7(), content, entry_revision: null, revision: null })
      const headers = {
        Cookie: left.cookie,
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': 'application/json',
        'Content-Length': String(Buffer.byteLength(body)),
      }
      return served.app.request('/leave', { method: 'POST', headers, body })
    }
    await leave('')
    return async () => {
      await leave('Typed in another window.')
      const { rows } = await (await connection()).query('select from journal_drafts where user_id = $1', [
        who.user_id,
      ])
      return rows.length > 0
    }
  },
}

let connected: ReturnType<typeof database.connect> | undefined
const connection = () => (connected ??= database.connect())
afterAll(async () => (await connected)?.end())

const keepOf = ({ mine }: Person) => ({ ...mine.session, proven_at: engine.clock.now() })

/** The events, each done as the user, an operator or a stranger would. */
const happen: Record<AccessEvent, (who: Person) => Promise<unknown>> = {
  'password changed': (who) =>
    changePassword(
      engine,
      who.mine.session,
      { current: password, password: 'seven paper boats at noon' },
      testRequestInfo(),
    ),
  async 'password reset by mail'(who) {
    const { token } = await who.mailed('taken')
    return resetPassword(engine, { token, password: 'seven paper boats at noon' })
  },
  'address moved': (who) => requestEmailChange(withoutMail, who.mine.session, `${randomUUID()}@example.org`),
  async 'number moved'(who) {
    const phone = `1555${String(Math.random()).slice(2, 9)}`
    await startChange(database.auth, who.user_id, { new_phone: phone }, engine.clock.now())
    const { code } = await who.mailed('phone_change', phone)
    return verifySmsOtp(api, { phone, type: 'phone_change', token: code }, testRequestInfo())
  },
  'first second step added': (who) => addApp(who),
  async 'last second step removed'(who) {
    const factor_id = uuidv7()
    await database.auth
      .insertInto('auth.factors')
      .values({ id: factor_id, user_id: who.user_id, factor_type: 'webauthn', status: 'verified' })
      .execute()
    return removeFactor(database.auth, who.user_id, factor_id, engine.clock.now(), who.mine.session.id)
  },
  'signed out everywhere': (who) => logOut(api, keepOf(who), 'global'),
  async suspended({ email }) {
    await saveStatus(database.auth, engine.clock, email, 'suspended')
    // Reactivating the account must not restore earlier ways in.
    return saveStatus(database.auth, engine.clock, email, 'active')
  },
  erased: ({ user_id }) =>
    database.auth
      .transaction()
      .execute((transaction) =>
        deleteIdentityData(transaction, user_id, { actor: 'person', now: engine.clock.now(), mails: false }),
      ),
  'signed out here': async ({ mine }) =>
    served.app.request('/auth-test/sign-out', {
      method: 'POST',
      headers: { Cookie: mine.cookie, 'Sec-Fetch-Site': 'same-origin' },
    }),
  'Quick Hide': async ({ mine }) =>
    served.app.request('/leave', {
      method: 'POST',
      headers: { Cookie: mine.cookie, 'Sec-Fetch-Site': 'same-origin' },
    }),
  async 'idle lock'({ user_id, mine }) {
    await saveSafeMode(engine, user_id, { safe_mode: true, lock_minutes: 5 })
    return served.app.request('/auth-test/session/lock', {
      method: 'POST',
      headers: { Cookie: mine.cookie, 'Sec-Fetch-Site': 'same-origin' },
    })
  },
}

async function addApp({ user_id, mine }: Person) {
  const begun = await enrollTotp(database.auth, engine.masterKey, user_id, { issuer: 'x', account: 'x' })
  if (begun.outcome !== 'enrolled') throw new Error(begun.outcome)
  const epoch = Math.floor(engine.clock.now().getTime() / 1000)
  const code = generateSync({ secret: begun.secret, epoch })
  return confirmApp(engine, mine.session, { factor_id: begun.factor_id, code }, testRequestInfo())
}

const ways = Object.keys(waysIn) as WayIn[]
const events = Object.keys(accessTable) as AccessEvent[]

test.each(ways)('without an event, %s opens the account', async (way) => {
  const who = await person()
  expect(await (await prepare[way](who))()).toBe(true)
})

describe.each(events)('after the event “%s”,', (event) => {
  test.each(ways)('%s is open or closed as the access table says', async (way) => {
    const who = await person()
    const opens = await prepare[way](who)
    await happen[event](who)
    // `here` in the table: the session of this browser ends, and the session of another device stays.
    expect(await opens()).toBe(accessTable[event][way] !== 'ends')
  })

  test('the session of the browser itself ends or stays as expected', async () => {
    const who = await person()
    await happen[event](who)
    const profile = await served.app.request('/api/profile', { headers: { Cookie: who.mine.cookie } })
    const stays = ['password changed', 'address moved', 'last second step removed'].includes(event)
    expect(profile.status === 200).toBe(stays)
  })
})

test('the threat model documents the same access table', async () => {
  const text = await readFile('docs/threat-model.md', 'utf8')
  for (const event of events) {
    const row = text.split('\n').find((line) => line.split('|')[1]?.trim() === event)
    const cells = row
      ?.split('|')
      .slice(2, -1)
      .map((cell) => cell.trim())
    expect(cells, event).toEqual(ways.map((way) => accessTable[event][way]))
  }
})

describe('a pending change', () => {
  test.each(events.filter((event) => accessTable[event].pending_change === 'ends' && event !== 'erased'))(
    'is deleted together with its emails after the event: %s',
    async (event) => {
      const who = await person()
      await prepare.pending_change(who)
      await happen[event](who)
      const row = await database.auth
        .selectFrom('auth.users')
        .select(['new_email', 'new_email_until'])
        .where('id', '=', who.user_id)
        .executeTakeFirstOrThrow()
      expect(row).toEqual({ new_email: null, new_email_until: null })
    },
  )

  test('is shown in Settings with its address and can be canceled there without a fresh proof', async () => {
    const who = await person()
    const opens = await prepare.pending_change(who)
    const headers = { Cookie: who.mine.cookie, 'Sec-Fetch-Site': 'same-origin' }
    const { new_email } = await database.auth
      .selectFrom('auth.users')
      .select('new_email')
      .where('id', '=', who.user_id)
      .executeTakeFirstOrThrow()
    const settings = async () => (await served.app.request('/dashboard/settings', { headers })).text()
    expect(await settings()).toContain(new_email)
    const body = new URLSearchParams({ intent: 'keep-email' })
    const answer = await served.app.request('/dashboard/settings', { method: 'POST', headers, body })
    expect(await answer.text()).toContain('The change is canceled. Your email address stays as it is.')
    expect(await settings()).not.toContain(new_email)
    expect(await opens()).toBe(false)
  })

  test('that one address confirmed does not move the account to another address', async () => {
    const who = await person()
    const [first, second] = [`${randomUUID()}@example.org`, `${randomUUID()}@example.org`]
    await startChange(database.auth, who.user_id, { new_email: first }, engine.clock.now())
    const old = await who.mailed('email_change_current')
    const confirmed = await who.mailed('email_change_new', first)
    expect(await confirmEmail(engine, confirmed.token, undefined)).toEqual({ outcome: 'half' })
    await startChange(database.auth, who.user_id, { new_email: second }, engine.clock.now())
    expect(await confirmEmail(engine, old.token, undefined)).toEqual({ outcome: 'gone' })
  })

  test('expires after an hour', async () => {
    const { engine: late, time } = testEngine(database, 'smtp://localhost:1')
    const who = await person()
    const opens = await prepare.pending_change(who)
    time.now = new Date(Date.now() + 61 * 60 * 1000)
    const { new_email } = await database.auth
      .selectFrom('auth.users')
      .select('new_email')
      .where('id', '=', who.user_id)
      .executeTakeFirstOrThrow()
    expect(new_email).not.toBeNull()
    await expect(confirmEmail(late, 'nothing', undefined)).resolves.toEqual({ outcome: 'gone' })
    const before = engine.clock.now
    engine.clock.now = () => time.now
    expect(await opens()).toBe(false)
    engine.clock.now = before
  })
})

describe('an authorization code of an app that is used twice', () => {
  const open = async (who: Person) => issueAuthCode(api, { user_id: who.user_id, challenge, method: 'otp' })
  const tokenIn = (answer: object) => (answer as { body: { refresh_token: string } }).body.refresh_token
  const redeem = (auth_code: string, code_verifier = verifier) =>
    exchangeAuthCode(api, { auth_code, code_verifier }, testRequestInfo())

  test.each([verifier, 'w'.repeat(43)])(
    'ends the session of its first use, whichever verifier comes with it',
    async (second) => {
      const code = await open(await person())
      const refresh_token = tokenIn(await redeem(code))
      expect(await redeem(code, second)).toMatchObject({ errorCode: 'flow_state_not_found' })
      expect(await refreshSession(api, refresh_token)).toMatchObject({ errorCode: 'refresh_token_not_found' })
    },
  )

  test('at the same time leaves no session open', async () => {
    const who = await person()
    const code = await open(who)
    const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(code)))
    for (const answer of answers.filter((each) => 'body' in each))
      expect(await refreshSession(api, tokenIn(answer))).toMatchObject({
        errorCode: 'refresh_token_not_found',
      })
  })
})

test('the password alone cannot end other sessions of an account with a second factor', async () => {
  const who = await person()
  await addApp(who)
  const thief = await who.start()
  expect(thief.session.owes_factor).toBe(true)
  for (const scope of ['global', 'others'] as const)
    expect(await logOut(api, thief.session, scope)).toMatchObject({
      errorCode: 'insufficient_aal',
    })
  const own = await database.auth
    .selectFrom('auth.sessions')
    .select('id')
    .where('user_id', '=', who.user_id)
    .execute()
  expect(own).toHaveLength(2)
  expect(await logOut(api, thief.session, 'local')).toEqual({ empty: true })
})

test('a session ends after 180 days, or after 12 hours on a shared device, even when it is in use', async () => {
  for (const [shared_device, step, days] of [
    [false, 20, 180],
    [true, 1 / 60, 0.5],
  ] as const) {
    const { engine: aging, time } = testEngine(database)
    const who = await person()
    const started = await startSession(aging, who.user_id, {
      ...testRequestInfo(),
      method: 'password',
      shared_device,
    })
    const begun = time.now.getTime()
    let lived = 0
    while (await readSession(database.auth, started?.token ?? '', time.now)) {
      lived = (time.now.getTime() - begun) / 86_400_000
      time.now = new Date(time.now.getTime() + step * 86_400_000)
      if (lived > 400) break
    }
    expect(lived).toBeLessThanOrEqual(days)
    expect(lived).toBeGreaterThan(days * 0.85)
  }
})
