import { beforeAll, describe, expect, test } from 'vitest'
import { sourceTerm } from '../../../test/support/source-terms.ts'
import { testApp } from '../../../test/support/test-app.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { createTestUser, syncTerms } from '../../../test/support/user.ts'

const database = testDatabase()
let served: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  await syncTerms(database, [sourceTerm('Gaslighting')])
  served = await testApp(database)
})

const safe = '__Host-view=1'
type Sent = {
  method?: string
  cookie?: string
  site?: string
  body?: URLSearchParams
  headers?: Record<string, string>
}
/** Requests a page as a browser does, by default. */
const ask = (path: string, { method = 'GET', cookie = safe, site = 'none', body, headers = {} }: Sent = {}) =>
  served.app.request(path, {
    method,
    headers: { Cookie: cookie, 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Site': site, ...headers },
    ...(body && { body }),
  })
/** The location cookie of a response. */
const pageIn = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .find((cookie) => cookie.startsWith('__Host-page=')) ?? ''
const at = (page: string, more = '') => `${safe}; ${page}${more && `; ${more}`}`

test('in Safe Mode every other URL redirects to the masked one; the cookie does not reveal the page', async () => {
  for (const path of [
    '/glossary',
    '/glossary/gaslighting?x=1',
    '/auth-test',
    '/dashboard',
    '/demo/home',
    '/nowhere',
    '/?x',
  ]) {
    const answer = await ask(path)
    expect([path, answer.status, answer.headers.get('Refresh')]).toEqual([path, 404, '0;url=/'])
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.headers.get('X-Frame-Options')).toBe('DENY')
    expect(await answer.text()).toBe(
      '<!doctype html><html lang="en"><title>Home</title><link rel="icon" href="data:,"></html>',
    )
    expect(pageIn(answer)).toMatch(/^__Host-page=[\w-]{40,}$/)
    expect(Buffer.from(pageIn(answer).split('=')[1] ?? '', 'base64url').toString('latin1')).not.toMatch(
      /gloss|auth|dash/,
    )
    for (const cookie of answer.headers.getSetCookie()) expect(cookie).toMatch(/; HttpOnly/)
  }
})

test('prefetch is rejected and does not change the page', async () => {
  const answer = await ask('/glossary/gaslighting', { headers: { 'Sec-Purpose': 'prefetch' } })
  expect([answer.status, await answer.text(), answer.headers.getSetCookie()]).toEqual([503, '', []])
})

test('the masked URL shows the page without its title, description and URL', async () => {
  for (const [path, words] of [
    ['/glossary/gaslighting', /<h1[^>]*>Gaslighting/],
    ['/glossary?letter=d', /data-part="results"/],
    ['/auth-test?mode=sign-up', /Create your account/],
    ['/demo/home', /Welcome back, Username/],
    ['/no-such-page', /Oops! Page not found/],
  ] as const) {
    const answer = await ask('/', { cookie: at(pageIn(await ask(path))) })
    const text = await answer.text()
    const head = text.slice(0, text.indexOf('</head>'))
    expect([path, words.test(text), answer.headers.get('Cache-Control')]).toEqual([path, true, 'no-store'])
    expect(head.match(/<title>.*?<\/title>/g)).toEqual(['<title>Home</title>'])
    expect(head).not.toMatch(/rel="canonical"|property="og:|name="description"/)
    expect(head).toContain(`%3Ccircle`)
    expect(answer.headers.get('Content-Security-Policy')).toContain("script-src 'self' 'sha256-")
  }
})

test('the cache separates pages of Safe Mode from others', async () => {
  const plain = async () => (await ask('/mission', { cookie: '' })).text()
  const neutral = async () => (await ask('/', { cookie: at(pageIn(await ask('/mission'))) })).text()
  for (const [one, other] of [
    [await plain(), await neutral()],
    [await plain(), await neutral()],
  ]) {
    expect(one).not.toContain('<title>Home</title>')
    expect(one).toContain('rel="canonical"')
    expect(one).not.toContain('data-path')
    expect(other).toContain('<title>Home</title>')
    expect(other).toContain('data-path="/mission"')
  }
})

test('a forged cookie, or one for no page, shows the home page', async () => {
  for (const cookie of ['__Host-page=AAAA', '__Host-page=', '']) {
    const text = await (await ask('/', { cookie: at(cookie) })).text()
    expect(text).toContain('data-path="/"')
  }
  for (const to of [
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/api/profile',
    '/leave',
    '\\\\elsewhere',
    `/${'x'.repeat(3000)}`,
  ]) {
    const moved = await ask('/', {
      method: 'POST',
      site: 'same-origin',
      body: new URLSearchParams({ to }),
      headers: { 'Sec-Fetch-Dest': 'empty' },
    })
    expect([to, moved.status]).toEqual([to, 204])
    expect(await (await ask('/', { cookie: at(pageIn(moved)) })).text()).toContain('data-path="/"')
  }
})

test('another site cannot change the page, and its link is not same-origin', async () => {
  const body = new URLSearchParams({ to: '/dashboard' })
  const moved = await ask('/', {
    method: 'POST',
    site: 'cross-site',
    body,
    headers: { 'Sec-Fetch-Dest': 'empty' },
  })
  expect([moved.status, pageIn(moved)]).toEqual([403, ''])
  const person = await createTestUser(database)
  const saved = async (site: string) => {
    const led = await ask('/dashboard?save=gaslighting', { cookie: at('', person.cookie), site })
    // After the redirect of the site, the browser requests the masked address as same-origin.
    await ask('/', { cookie: at(pageIn(led), person.cookie), site: 'same-origin' })
    const answer = await ask('/api/saved-terms', {
      cookie: person.cookie,
      headers: { 'Sec-Fetch-Dest': 'empty' },
    })
    return ((await answer.json()) as { saved_terms: unknown[] }).saved_terms.length
  }
  expect(await saved('cross-site')).toBe(0)
  expect(await saved('same-origin')).toBe(1)
})

describe('A form', () => {
  const wrong = new URLSearchParams({ email: 'nobody@example.org', password: 'wrong wrong wrong' })
  test('sent by a script gets its target as JSON, or the page with its text', async () => {
    const headers = { 'Sec-Fetch-Dest': 'empty', 'X-Safe-Mode-Form': '1' }
    const refused = await ask('/auth-test', { method: 'POST', site: 'same-origin', body: wrong, headers })
    expect([refused.status, (await refused.text()).includes('That email or password isn’t right')]).toEqual([
      400,
      true,
    ])
    const fields = { email: 'safe-form@example.org', password: 'lantern over the quiet harbor', of_age: 'on' }
    const body = new URLSearchParams(fields)
    const made = await ask('/auth-test?mode=sign-up', { method: 'POST', site: 'same-origin', body, headers })
    expect([made.status, await made.json()]).toEqual([200, { to: '/' }])
    const cookie = made.headers
      .getSetCookie()
      .find((each) => each.startsWith('__Host-session='))
      ?.split(';')[0]
    const shown = await ask('/', { cookie: at(pageIn(made), cookie) })
    expect(await shown.text()).toMatch(/<h1[^>]*>Welcome back/)
  })

  test('sent by a script outside Safe Mode gets its target too', async () => {
    const fields = {
      email: 'plain-form@example.org',
      password: 'lantern over the quiet harbor',
      of_age: 'on',
    }
    const made = await ask('/auth-test?mode=sign-up&save=gaslighting', {
      method: 'POST',
      cookie: '',
      site: 'same-origin',
      body: new URLSearchParams(fields),
      headers: { 'Sec-Fetch-Dest': 'empty', 'X-Safe-Mode-Form': '1' },
    })
    expect([made.status, await made.json(), pageIn(made)]).toEqual([
      200,
      { to: expect.stringMatching(/^\/dashboard\?save=gaslighting&proof=/) },
      '',
    ])
    expect(made.headers.getSetCookie().join()).toContain('__Host-session=')
  })

  test('that redirects to a download still redirects to it', async () => {
    const { cookie } = await createTestUser(database)
    await database.auth.updateTable('auth.sessions').set({ proven_at: served.time.now }).execute()
    const body = new URLSearchParams({ intent: 'download', time_zone: 'UTC' })
    const led = await ask('/dashboard/settings', {
      method: 'POST',
      cookie: at('', cookie),
      site: 'same-origin',
      body,
    })
    expect(led.headers.get('Location')).toBe('/api/account/export?time_zone=UTC')
  })

  test('sent without a script redirects to the masked URL', async () => {
    const body = new URLSearchParams({
      email: 'no-script@example.org',
      password: 'lantern over the quiet harbor',
      of_age: 'on',
    })
    const made = await ask('/auth-test?mode=sign-up', { method: 'POST', site: 'same-origin', body })
    expect([made.status, made.headers.get('Location')]).toEqual([303, '/'])
    expect(made.headers.getSetCookie().join()).toContain('__Host-session=')
    const refused = await ask('/auth-test', { method: 'POST', site: 'same-origin', body: wrong })
    expect(await refused.text()).toContain('<title>Home</title>')
  })
})

describe('The Safe Mode setting', () => {
  const post = (cookie: string, fields: Record<string, string>) =>
    ask('/dashboard/settings', {
      method: 'POST',
      cookie,
      site: 'same-origin',
      body: new URLSearchParams(fields),
    })
  const turnOn = { intent: 'safe-mode', safe_mode: 'on' }

  test('applies from the next page on, and in every browser of the user', async () => {
    const { cookie } = await createTestUser(database)
    const on = await post(cookie, turnOn)
    expect([on.status, on.headers.get('Location')]).toEqual([303, '/'])
    expect(on.headers.getSetCookie().join()).toContain(
      '__Host-view=1; Path=/; Secure; SameSite=Lax; HttpOnly; Max-Age=34560000',
    )
    // A browser with the session but without the Safe Mode cookie, as after Quick Hide.
    const led = await ask('/dashboard', { cookie })
    expect([led.status, led.headers.get('Refresh')]).toEqual([404, '0;url=/'])
    expect(led.headers.getSetCookie().join()).toContain('__Host-view=1')
    expect(await led.text()).not.toContain('Welcome')
  })

  test('can be turned off, in this browser and for the account', async () => {
    const { cookie } = await createTestUser(database)
    await post(cookie, turnOn)
    const off = await post(at('', cookie), { intent: 'safe-mode', safe_mode: 'off' })
    expect([off.status, off.headers.get('Location')]).toEqual([
      302,
      '/dashboard/settings?safe-mode=off#safe-mode',
    ])
    const cookies = off.headers.getSetCookie().join()
    for (const name of ['__Host-view=', '__Host-page=', '__Host-look='])
      expect(cookies).toMatch(new RegExp(`${name};[^,]*Max-Age=0`))
    expect((await ask('/dashboard/settings', { cookie })).status).toBe(200)
  })

  test('is offered to a new user until they answer, and never again', async () => {
    const offered = async (cookie: string) =>
      (await (await ask('/dashboard', { cookie })).text()).includes('Turn on Safe Mode')
    const { cookie } = await createTestUser(database)
    expect(await offered(cookie)).toBe(true)
    expect((await post(cookie, { intent: 'safe-mode', safe_mode: 'refused' })).headers.get('Location')).toBe(
      '/dashboard',
    )
    expect(await offered(cookie)).toBe(false)
    const { cookie: other } = await createTestUser(database)
    await post(other, turnOn)
    await post(at('', other), { intent: 'safe-mode', safe_mode: 'off' })
    expect(await offered(other)).toBe(false)
  })

  test('for the idle lock is rejected for users who have no way to unlock', async () => {
    const { cookie } = await createTestUser(database)
    await post(cookie, turnOn)
    expect((await post(at('', cookie), { intent: 'idle-lock', lock_minutes: '1' })).status).toBe(400)
    const page = await ask('/', {
      cookie: at(pageIn(await ask('/dashboard/settings', { cookie: at('', cookie) })), cookie),
    })
    expect(await page.text()).toContain('Please set a password in your profile first')
  })
})
