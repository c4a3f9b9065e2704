import { describe, expect, test } from 'vitest'
import { queueEmail } from '../../src/domains/identity/messages/messages.writes.server.ts'
import {
  app,
  appLinks,
  fragmentOf,
  here,
  newAddress,
  queryOf,
  withoutFragment,
} from '../support/app-links.ts'
import { otherPassword, password } from '../support/auth-api-client.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()
const { fixture, magicLink } = appLinks(database)

describe('opening a link', () => {
  test('ten times does not use it up, and shows a page with one button', async () => {
    const { link } = await magicLink()
    for (let time = 0; time < 10; time++) {
      const method = time % 2 ? 'HEAD' : 'GET'
      const { status, headers } = await fixture.wire.ask(link, { method })
      expect(status).toBe(303)
      const at = new URL(headers.get('Location') ?? '')
      expect([at.origin, at.pathname]).toEqual([here, '/auth-test/verify'])
      await fixture.wire.ask(at.href, { method })
    }
    const { status, headers, body } = await fixture.wire.open(link)
    expect(status).toBe(200)
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('Content-Security-Policy')).toContain("form-action 'self'")
    expect(headers.get('Refresh')).toBeNull()
    expect(headers.getSetCookie()).toEqual([])
    expect(body.match(/action="\/auth-test\/verify"/g)).toHaveLength(1)
    expect(body).toContain('<title>Confirm</title>')
    expect(body).toContain('<strong>app.example</strong>')
    expect(fragmentOf(await fixture.wire.press(link))).toHaveProperty('access_token')
  })

  test('through a form of another site is rejected', async () => {
    const { link } = await magicLink()
    const { at, fields } = await fixture.wire.open(link)
    const strangers: HeadersInit[] = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'https://evil.example' },
      {},
    ]
    for (const headers of strangers) {
      const body = new URLSearchParams(fields)
      const refused = await fixture.wire.ask(at.split('?')[0] ?? '', { method: 'POST', headers, body })
      expect(refused.status).toBe(403)
    }
    const past = await fixture.wire.ask('/verify', { method: 'POST', body: new URLSearchParams(fields) })
    expect(await past.json()).toMatchObject({ error_code: 'bad_json' })
    expect(fragmentOf(await fixture.wire.press(link))).toHaveProperty('access_token')
  })

  test('and pressing its button leaves no token in the log', async () => {
    const { link, token } = await magicLink()
    const to = await fixture.wire.press(link)
    const log = fixture.wire.lines.join('\n')
    for (const secret of [token, fragmentOf(to).access_token, fragmentOf(to).refresh_token, 'app.example']) {
      expect(secret).toBeTruthy()
      expect(log).not.toContain(secret)
    }
  })

  test('and pressing its button several times at once opens one session', async () => {
    const { link } = await magicLink()
    const page = await fixture.wire.open(link)
    const all = await Promise.all(Array.from({ length: 5 }, () => fixture.wire.press(page)))
    expect(all.filter((to) => fragmentOf(to).access_token)).toHaveLength(1)
    for (const to of all) expect(withoutFragment(to)).toBe(app)
  })
})

describe('a link that is not valid', () => {
  const error = { error: 'access_denied', error_code: 'otp_expired' }
  const said = { ...error, error_description: 'Email link is invalid or has expired' }
  /** Expects the error page. @returns the target of its only link */
  async function kindly(link: string) {
    const { status, body } = await fixture.wire.open(link)
    expect(status).toBe(410)
    expect(body).toContain('This link cannot be used any more')
    expect(body).not.toContain('action="/auth-test/verify"')
    const onwards = /<a href="([^"]+)">(?:Go on to|Sign in)/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? ''
    return new URL(onwards, here)
  }

  test.each([
    ['was used', async (link: string) => void (await fixture.wire.press(link))],
    ['is older than an hour', async () => fixture.wire.advance(3600_001)],
  ])('because it %s shows an error page and passes the error on to the app', async (_why, spoil) => {
    for (const flowType of ['implicit', 'pkce'] as const) {
      fixture.wire.time.now = new Date()
      const { link } = await magicLink(app, flowType)
      await spoil(link)
      const to = await kindly(link)
      expect(fragmentOf(to)).toEqual({ ...said, sb: '' })
      expect(queryOf(to)).toEqual({ from: 'mail', ...(flowType === 'pkce' && said) })
    }
  })

  test('because a newer one exists, or its URL was cut or changed, shows the same error page', async () => {
    const { link, auth, email, token } = await magicLink()
    const changed = (change: Record<string, string>) => {
      const url = new URL(link)
      for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value)
      return url.href
    }
    for (const wrong of [
      changed({ type: 'recovery' }),
      changed({ type: 'signup' }),
      changed({ type: 'nothing' }),
      changed({ token: token.slice(0, -1) }),
      changed({ token: `pkce_${token}` }),
      changed({ token: '' }),
      changed({ token: 'x'.repeat(10_000) }),
    ]) {
      expect(fragmentOf(await kindly(wrong)).error_code).toBe('otp_expired')
    }
    for (const cut of [`${here}/auth/v1/verify`, `${here}/auth/v1/verify?token=${token}`]) {
      expect((await kindly(cut)).href).toBe(`${here}/auth-test`)
    }
    expect((await kindly(changed({ token: 'x', redirect_to: `${app}&${'x'.repeat(10_000)}` }))).href).toBe(
      `${here}/auth-test`,
    )
    await auth.signInWithOtp({ email, options: { emailRedirectTo: app } })
    await fixture.wire.readMessages()
    expect(fragmentOf(await kindly(link)).error_code).toBe('otp_expired')
  })

  test('because the account is suspended redirects to the app with an error', async () => {
    for (const flowType of ['implicit', 'pkce'] as const) {
      const { link, email } = await magicLink(app, flowType)
      await database.auth
        .updateTable('auth.users')
        .set({ status: 'suspended' })
        .where('email', '=', email)
        .execute()
      const to = await fixture.wire.press(link)
      const expected = { error: 'access_denied', error_code: 'user_banned' }
      expect(fragmentOf(to)).toMatchObject(expected)
      if (flowType === 'pkce') expect(queryOf(to)).toMatchObject(expected)
    }
  })
})

describe('the link of an email leads to the page of this site', () => {
  test('when the API request had neither a redirect nor a challenge', async () => {
    const { link, token } = await magicLink('')
    expect(link).toBe(`${here}/auth-test/link?token=${token}`)
    const { body } = await fixture.wire.open(link)
    expect(body).toContain('Press the button to sign in on this device')
  })

  test('when a page of this site requested it, even if its token is put into the app’s URL', async () => {
    const { id, email } = await fixture.wire.createConfirmedUser()
    const clock = { now: () => fixture.wire.time.now }
    await queueEmail({ auth: database.auth, clock }, { user_id: id, purpose: 'magiclink', sent_to: email })
    const { link, token } = await fixture.wire.messageTo(email)
    expect(link).toBe(`${here}/auth-test/link?token=${token}`)
    const query = new URLSearchParams({ token, type: 'magiclink', redirect_to: app })
    expect((await fixture.wire.open(`${here}/auth/v1/verify?${query}`)).at).toBe(link)
    const headers = { 'Sec-Fetch-Site': 'same-origin' }
    const forced = await fixture.wire.ask(`${here}/auth-test/verify`, {
      method: 'POST',
      headers,
      body: query,
    })
    expect(forced.headers.get('Refresh')).toBe(`0;url=${link}`)
    expect(fragmentOf(await fixture.wire.press(link))).toEqual({})
  })

  test('when the address already has an account', async () => {
    const { email } = await fixture.wire.createConfirmedUser()
    await fixture.wire
      .client()
      .auth.signUp({ email, password: otherPassword, options: { emailRedirectTo: app } })
    const { link, token, text } = await fixture.wire.messageTo(email)
    expect(text).toContain('It already has an account')
    expect(link).toBe(`${here}/auth-test/link?token=${token}`)
    expect((await fixture.wire.open(link)).body).toContain('Choose a new password')
  })
})

describe('signing in before the address is confirmed', () => {
  test('is rejected like a wrong password and keeps the link of the first email valid', async () => {
    const email = newAddress()
    const { auth } = fixture.wire.client()
    await auth.signUp({ email, password, options: { emailRedirectTo: app } })
    const first = await fixture.wire.messageTo(email)
    const wrong = { code: 'invalid_credentials' }
    expect((await auth.signInWithPassword({ email, password })).error).toMatchObject(wrong)
    expect(await fixture.wire.readMessages()).toEqual([])
    expect((await fixture.wire.open(first.link)).status).toBe(200)
  })
})

describe('a PKCE code', () => {
  test('is rejected with another verifier or after five minutes', async () => {
    const codes = []
    for (let time = 0; time < 2; time++)
      codes.push(queryOf(await fixture.wire.press((await magicLink(app, 'pkce')).link)).code)
    const exchange = async (auth_code: unknown) => {
      const body = JSON.stringify({ auth_code, code_verifier: 'x'.repeat(43) })
      return (await fixture.wire.ask('/token?grant_type=pkce', { method: 'POST', body })).json()
    }
    expect(await exchange(codes[0])).toMatchObject({ error_code: 'bad_code_verifier' })
    expect(await exchange(codes[0])).toMatchObject({ error_code: 'flow_state_not_found' })
    fixture.wire.advance(300_000)
    expect(await exchange(codes[1])).toMatchObject({ error_code: 'flow_state_expired' })
    expect(await exchange('')).toMatchObject({ error_code: 'validation_failed' })
  })

  test('cannot be requested with a plain or too short challenge', async () => {
    for (const given of [
      { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' },
      { code_challenge: 'short', code_challenge_method: 's256' },
    ]) {
      const body = JSON.stringify({ email: newAddress(), ...given })
      expect((await fixture.wire.ask('/otp', { method: 'POST', body })).status).toBe(400)
    }
  })
})
