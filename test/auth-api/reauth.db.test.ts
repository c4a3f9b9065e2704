import { beforeAll, describe, expect, test } from 'vitest'
import { requestEmailChange } from '../../src/domains/identity/credentials/email.writes.server.ts'
import { readUser } from '../../src/domains/identity/identity.reads.server.ts'
import { sessionCookies } from '../../src/domains/identity/identity.rules.ts'
import type { MailPurpose } from '../../src/domains/identity/messages/messages.rules.ts'
import { queueEmail, renderQueuedEmail } from '../../src/domains/identity/messages/messages.writes.server.ts'
import { signUp } from '../../src/domains/identity/sign-in.writes.server.ts'
import { processRequests, testEngine, testRequestInfo } from '../support/engine.ts'
import { testApp } from '../support/test-app.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()
let served: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  served = await testApp(database, {
    environment: { SMTP_URL: 'smtp://localhost:1', MAIL_FROM: 'no-reply@example.org' },
  })
})

/** The session cookie as a browser sends it. */
const cookieOf = ([first = '']: string[]) => first.split(';')[0] ?? ''

let people = 0
/** A user who signed in just now, by the clock of the app. */
async function person() {
  const email = `again-${++people}@example.org`
  const { engine: local, time } = testEngine(database)
  time.now = served.time.now
  const made = await signUp(local, { email, password: 'lantern over the quiet harbor' }, testRequestInfo())
  if (made.outcome !== 'signed_in') throw new Error(made.outcome)
  const { engine, time: withMail } = testEngine(database, 'smtp://localhost:1')
  withMail.now = served.time.now
  return { email, engine, session: made.session, cookie: cookieOf(sessionCookies(made.token)) }
}

const post = (path: string, body: Record<string, string>, cookie = '') =>
  served.app.request(path, {
    method: 'POST',
    headers: {
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/x-www-form-urlencoded',
      Cookie: cookie,
    },
    body: new URLSearchParams(body).toString(),
  })

describe('An action that changes how an account is opened or hides its sessions', () => {
  const actions = [
    'email',
    'first-password',
    'add-app',
    'confirm-app',
    'passkey-added',
    'new-codes',
    'remove-factor',
    'limit-data',
  ]
  const prove = '/auth-test/prove?next=/dashboard/settings'

  test('needs a fresh proof 15 minutes after the last one', async () => {
    const { cookie, session } = await person()
    served.time.now = new Date(served.time.now.getTime() + 15 * 60_000)
    for (const intent of actions) {
      const fields = { intent, new_email: 'next@example.org', limit_data: 'on' }
      const answer = await post('/dashboard/settings', fields, cookie)
      const back = ['email', 'first-password'].includes(intent) ? `${prove}%3Fedit%3Dprofile` : prove
      expect([intent, answer.status, decodeURIComponent(answer.headers.get('Location') ?? '')]).toEqual([
        intent,
        302,
        decodeURIComponent(back),
      ])
    }
    const passkey = await served.app.request('/auth-test/passkey/registration-options', {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'same-origin', Cookie: cookie },
      body: '{}',
    })
    expect([passkey.status, await passkey.json()]).toEqual([403, { to: prove }])
    expect(await readUser(database.auth, session.user_id)).toMatchObject({
      new_email: null,
      limit_data: false,
    })

    const proven = await post(prove, { password: 'lantern over the quiet harbor' }, cookie)
    expect([proven.status, proven.headers.get('Location')]).toEqual([302, '/dashboard/settings'])
    const renewed = cookieOf(proven.headers.getSetCookie())
    expect(
      await (await post('/dashboard/settings', { intent: 'add-app', app_name: '' }, renewed)).text(),
    ).toContain('Add your app')
  })

  test('is allowed for a restricted user', async () => {
    const { cookie, session, email } = await person()
    const id = session.user_id
    await database.auth.updateTable('auth.users').set({ status: 'restricted' }).where('id', '=', id).execute()
    const answer = await post('/dashboard/settings', { intent: 'add-app', app_name: '' }, cookie)
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    expect(await answer.text()).toContain('Add your app')
    const [current, password] = ['lantern over the quiet harbor', 'seven paper boats at noon']
    const others = await post('/dashboard/settings', { intent: 'end-others' }, cookie)
    const changed = await post('/dashboard/settings', { intent: 'password', current, password }, cookie)
    const moved = await post('/dashboard/settings', { intent: 'email', new_email: `next-${email}` }, cookie)
    expect([others.status, changed.status, moved.status]).toEqual([302, 200, 200])
    expect(await changed.text()).toContain('Your password is changed.')
    expect(await moved.text()).toContain('Two messages are on their way')
    const limited = await post('/dashboard/settings', { intent: 'limit-data', limit_data: 'on' }, cookie)
    expect(await limited.text()).toContain('Limit Data Collection is on.')
    expect(await readUser(database.auth, id)).toMatchObject({ limit_data: true, last_sign_in_at: null })
  })

  test('is rejected with 400 when the form names an unknown one', async () => {
    const { cookie } = await person()
    for (const intent of ['constructor', '__proto__', 'toString', '']) {
      expect((await post('/dashboard/settings', { intent }, cookie)).status).toBe(400)
    }
  })
})

describe('A link from an email, for a signed-out user', () => {
  async function tokenFor({ engine, session }: Awaited<ReturnType<typeof person>>, purpose: MailPurpose) {
    const { id } = await database.auth
      .selectFrom('auth.mail_tokens')
      .select('id')
      .where('user_id', '=', session.user_id)
      .where('purpose', '=', purpose)
      .executeTakeFirstOrThrow()
    return (await renderQueuedEmail(engine, id, served.time.now))?.token ?? ''
  }

  test('for an email change confirms its address only when the button is pressed', async () => {
    const who = await person()
    const next = `next-${people}@example.org`
    await requestEmailChange(who.engine, who.session, next)
    const tokens = [await tokenFor(who, 'email_change_current'), await tokenFor(who, 'email_change_new')]
    const titles = ['This address is confirmed', 'The address is changed']
    for (const [index, token] of tokens.entries()) {
      const page = await (await served.app.request(`/auth-test/link?token=${token}`)).text()
      expect(page).toContain('Confirm this address')
      const pressed = await post('/auth-test/link', { token })
      expect([pressed.status, pressed.headers.get('Set-Cookie')]).toEqual([200, null])
      expect(await pressed.text()).toContain(titles[index])
      expect((await post('/auth-test/link', { token })).status).toBe(410)
    }
    expect(await readUser(database.auth, who.session.user_id)).toMatchObject({ email: next })
  })

  test('for a sign-up requires its password and keeps the choice of a shared device', async () => {
    const email = 'newcomer@example.org'
    const password = 'lantern over the quiet harbor'
    const asked = await post('/auth-test?mode=sign-up&save=gaslighting', { email, password, of_age: 'on' })
    expect(await asked.text()).toContain('Check your mail')
    const { engine, time } = testEngine(database, 'smtp://localhost:1')
    time.now = served.time.now
    await processRequests(engine)
    const { id } = await database.auth
      .selectFrom('auth.mail_tokens')
      .select('id')
      .where('sent_to', '=', email)
      .executeTakeFirstOrThrow()
    const token = (await renderQueuedEmail(engine, id, served.time.now))?.token ?? ''
    const page = await (await served.app.request(`/auth-test/link?token=${token}`)).text()
    expect(page).toMatch(/enter the\s+password that you chose/)
    expect(page).toContain(`/auth-test/reset?token=${token}`)
    const wrong = await post('/auth-test/link', {
      token,
      password: 'a stranger does not know it',
      shared_device: 'on',
    })
    expect([wrong.status, wrong.headers.get('Set-Cookie')]).toEqual([400, null])
    // Otherwise the next try would treat the device as a personal one.
    expect(await wrong.text()).toMatch(/<input[^>]*name="shared_device"[^>]*checked/)
    const right = await post('/auth-test/link', { token, password, shared_device: 'on' })
    expect(right.status).toBe(302)
    expect(right.headers.get('Location')).toMatch(/^\/dashboard\?save=gaslighting&proof=[\w-]{43}$/)
    expect(right.headers.getSetCookie()[0]).toMatch(/^__Host-session=[\w-]{43}; (?!.*Max-Age)/)
    expect((await post('/auth-test/link', { token, password })).status).toBe(410)
  })

  test('for a forgotten password redirects to the page that sets a new one', async () => {
    const who = await person()
    await queueEmail(who.engine, { user_id: who.session.user_id, purpose: 'recovery', sent_to: who.email })
    const token = await tokenFor(who, 'recovery')
    const { status, headers } = await served.app.request(`/auth-test/link?token=${token}`)
    expect([status, headers.get('Location')]).toEqual([302, `/auth-test/reset?token=${token}`])
  })
})

test('A restricted user who changes their name without JavaScript gets 403, a message and the typed value', async () => {
  const { cookie, session } = await person()
  await database.auth
    .updateTable('auth.users')
    .set({ status: 'restricted' })
    .where('id', '=', session.user_id)
    .execute()
  const answer = await post('/dashboard/settings', { intent: 'profile', username: 'ana' }, cookie)
  const text = await answer.text()
  expect([answer.status, text.includes('Your account cannot write at the moment.')]).toEqual([403, true])
  expect(text).toContain('value="ana"')
})
