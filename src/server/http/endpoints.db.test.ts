import { beforeAll, describe, expect, test } from 'vitest'
import { authApiApp, bearer } from '../../../test/support/auth-api-client.ts'
import { testApp } from '../../../test/support/test-app.ts'
import { testDatabase } from '../../../test/support/test-database.ts'

const database = testDatabase()
let served: Awaited<ReturnType<typeof testApp>>
let wire: Awaited<ReturnType<typeof authApiApp>>
beforeAll(async () => {
  served = await testApp(database, { environment: { TRUSTED_PROXIES: '1' } })
  wire = await authApiApp(database)
})

const here = { 'Sec-Fetch-Site': 'same-origin' }
const form = { ...here, 'Content-Type': 'application/x-www-form-urlencoded' }
let places = 0
/** Posts from a new client IP each time, so that no rate limit applies. */
const post = (path: string, body: BodyInit, headers: Record<string, string> = form) =>
  served.app.request(path, {
    method: 'POST',
    headers: { 'X-Forwarded-For': `192.0.2.${++places}`, ...headers },
    body,
  })
const failures = () => [...served.lines, ...wire.lines].filter((line) => line.includes('"level":"error"'))

let people = 0
/** The cookie of a signed-in user with a recent reauthentication. */
async function cookie(): Promise<string> {
  const fields = { password: 'lantern over the quiet harbor', of_age: 'on' }
  const body = new URLSearchParams({ email: `door-${++people}@example.org`, ...fields })
  const answer = await post('/auth-test?mode=sign-up', body.toString())
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

describe('A body that is larger than any form', () => {
  test.each([
    ['/auth-test', form, 400],
    ['/auth-test.data', form, 400],
    ['/auth-test/reset', form, 400],
    ['/auth-test/prove', form, 400],
    ['/auth-test/callback', { ...form, 'Sec-Fetch-Site': 'cross-site' }, 400],
    ['/auth-test/with/somewhere', form, 400],
    ['/auth-test/passkey/sign-in', here, 400],
    ['/dashboard/settings', form, 400],
    ['/auth/v1/token?grant_type=password', {}, 413],
    ['/auth/v1/signup', {}, 413],
    ['/contact', form, 400],
    ['/api/contact', { 'Content-Type': 'application/json' }, 400],
    ['/leave', {}, 200],
    ['/glossary', {}, 405],
    ['/api/terms', {}, 405],
  ])('is not read to its end: %s', async (path, headers, status) => {
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        sent += 16 * 1024
        controller.enqueue(new Uint8Array(16 * 1024).fill(97))
        if (sent >= 100_000_000) controller.close()
      },
    })
    const init = { method: 'POST', headers, body, duplex: 'half' }
    const answer = await served.app.request(path, init as RequestInit)
    expect(answer.status).toBe(status)
    expect(sent).toBeLessThan(300_000)
  })
})

describe('A form', () => {
  test.each([
    ['JSON', '{"email":"a@example.org"}', 'application/json'],
    ['text', 'email=a@example.org', 'text/plain'],
    ['parts that are none', 'xx', 'multipart/form-data; boundary=zz'],
    ['nothing known', 'xx', 'x'],
  ])('with the body %s is rejected with 400 by every page', async (_what, body, type) => {
    const Cookie = await cookie()
    for (const path of ['/auth-test', '/auth-test/reset', '/auth-test/link', '/dashboard/settings']) {
      const answer = await post(path, body, { ...here, 'Content-Type': type, Cookie })
      expect([path, answer.status]).toEqual([path, 400])
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
    }
    expect(failures()).toEqual([])
  })

  const hostile = [
    '%00',
    'a%00b',
    '%ED%A0%80',
    'a'.repeat(10_000),
    "'--",
    '%0D%0ABcc:%20x',
    '%F0%9F%98%80',
    '',
  ]
  test.each(hostile)('with %j in any field causes no server error', async (text) => {
    const Cookie = await cookie()
    const bodies: [string, string][] = [
      ['/auth-test', `email=${text}&password=${text}&shared_device=${text}`],
      ['/auth-test', `email=a@example.org&password=${text}`],
      ['/auth-test?mode=sign-up', `email=${text}@example.org&password=${text}&of_age=on`],
      [`/auth-test?next=${text}&save=${text}`, 'email=a@example.org&password=x'],
      ['/auth-test/reset', `email=${text}`],
      ['/auth-test/reset', `token=${text}&password=lantern+over+the+quiet`],
      ['/auth-test/link', `token=${text}`],
      ['/auth-test/callback', `state=${text}&code=${text}`],
      ['/auth-test/prove', `password=${text}&code=${text}`],
      ...['end', 'remove-factor', 'confirm-app', 'add-app', 'email', 'password', text].map(
        (intent): [string, string] => [
          '/dashboard/settings',
          `intent=${intent}&session_id=${text}&factor_id=${text}&code=${text}&app_name=${text}&new_email=${text}&current=${text}&password=${text}`,
        ],
      ),
    ]
    for (const [path, body] of bodies) {
      const answer = await post(path, body, { ...form, Cookie })
      expect([path, body.slice(0, 40), answer.status < 500]).toEqual([path, body.slice(0, 40), true])
    }
    for (const name of [text, decodeURIComponent(text.replace('%ED%A0%80', ''))]) {
      const body = JSON.stringify({ passkey_name: name })
      const answer = await post('/auth-test/passkey/registration-options', body, { ...here, Cookie })
      expect(answer.status).toBeLessThan(500)
    }
    expect(failures()).toEqual([])
  })

  test('with a password that is far too long gets an error sentence', async () => {
    const answer = await post('/auth-test', `email=a@example.org&password=${'a'.repeat(10_000)}`)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('Please use at most 200 characters.')
  })
})

describe('Input of a client of /auth/v1', () => {
  const json = (path: string, method: string, token: string, body: string) =>
    wire.ask(path, {
      method,
      headers: { ...bearer(token).headers, 'Content-Type': 'application/json' },
      body,
    })
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const hostile = {
    'a zero byte': '"\\u0000"',
    'half a letter': '"\\ud800"',
    'half a letter in a name': '{"\\udc00":1}',
    'lists in lists': deep,
    'much of it': `"${'a'.repeat(10_000)}"`,
  }

  test.each(Object.keys(hostile) as (keyof typeof hostile)[])(
    'as user data with %s is rejected with 400, for known and unknown addresses',
    async (name) => {
      const { session, email } = await wire.createUser()
      const data = `{"data":{"a":${hostile[name]}}}`
      expect((await json('/user', 'PUT', session.access_token, data)).status).toBe(400)
      for (const known of [email, `nobody-${++people}@example.org`]) {
        const body = data.replace('{', `{"email":"${known}","password":"lantern over the quiet harbor",`)
        for (const path of ['/otp', '/signup']) expect((await json(path, 'POST', '', body)).status).toBe(400)
      }
      expect(failures()).toEqual([])
    },
  )

  test('as user data is stored unchanged, with any characters', async () => {
    const { session } = await wire.createUser()
    const data = { a: 'a \\u0000 written out', b: '😀', __proto__: { c: 1 }, d: { e: ['\n', '\\'] } }
    const answer = await json('/user', 'PUT', session.access_token, JSON.stringify({ data }))
    expect(await answer.json()).toMatchObject({ user_metadata: data })
  })

  test('as a name, code, identity or factor causes no server error', async () => {
    const { session } = await wire.createUser()
    for (const text of ['\0', 'a\0b', '\ud800', 'a'.repeat(10_000), "'--", '__proto__']) {
      const sent: [string, string, object?][] = [
        ['/factors', 'POST', { factor_type: 'totp', friendly_name: text, issuer: text }],
        ['/factors', 'POST', { factor_type: text, friendly_name: 'x' }],
        [`/factors/${encodeURIComponent(text.toWellFormed())}/challenge`, 'POST', {}],
        [`/factors/${encodeURIComponent(text.toWellFormed())}`, 'DELETE'],
        [`/user/identities/${encodeURIComponent(text.toWellFormed())}`, 'DELETE'],
        ['/user', 'PUT', { nonce: text, password: text }],
        ['/user', 'PUT', { email: text, current_password: text, password: text }],
        ['/verify', 'POST', { type: 'email', token: text, email: 'a@example.org' }],
        ['/verify', 'POST', { type: 'email', token_hash: text }],
        ['/otp', 'POST', { email: text, redirect_to: text }],
        ['/recover', 'POST', { email: 'a@example.org', redirect_to: text, code_challenge: text }],
        ['/token?grant_type=refresh_token', 'POST', { refresh_token: text }],
        ['/token?grant_type=pkce', 'POST', { auth_code: text, code_verifier: text }],
        ['/token?grant_type=password', 'POST', { email: text, password: text }],
      ]
      for (const [path, method, body] of sent) {
        const answer = await json(path, method, session.access_token, JSON.stringify(body ?? {}))
        expect([path, answer.status < 500]).toEqual([path, true])
      }
    }
    expect(failures()).toEqual([])
  })

  test.each(['a\0b', '\ud800', 'a'.repeat(5_000), 7, { a: 1 }, ['x']])(
    'as the key id of an access token is rejected with 403: %j',
    async (kid) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const token = `${part({ alg: 'ES256', kid })}.${part({ sub: 'x' })}.${Buffer.alloc(64).toString('base64url')}`
      expect((await wire.ask('/user', bearer(token))).status).toBe(403)
      expect(failures()).toEqual([])
    },
  )
})
