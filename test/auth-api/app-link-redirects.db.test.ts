import { describe, expect, test } from 'vitest'
import { app, appLinks, fragmentOf, here, queryOf, withoutFragment } from '../support/app-links.ts'
import { authApiApp, withMail } from '../support/auth-api-client.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()
const { fixture, magicLink } = appLinks(database)

describe('the redirect target of a link', () => {
  const elsewhere = [
    'https://evil.example/',
    '//evil.example',
    'http://localhost:3000@evil.example/',
    'https://app.example@evil.example/',
    'https://app.example.evil.example/',
    'http://app.example/',
    'https://app.example/in',
    'https://app.example/in?from=mail&more',
    'https://app.example/in/below?from=mail',
    'org.example.app://callback',
    'javascript:alert(1)',
    'http://localhost:3001/',
    'com.evil.app://callback',
  ]
  test.each(elsewhere)('is never %s', async (asked) => {
    const { link, token } = await magicLink(asked)
    expect(link).toBe(`${here}/auth-test/link?token=${token}`)
    const used = new URLSearchParams({ token: 'gone', type: 'magiclink', redirect_to: asked })
    const { status, body } = await fixture.wire.open(`${here}/auth/v1/verify?${used}`)
    expect(status).toBe(410)
    expect(body).not.toMatch(/evil|javascript:alert|3001|app\.example|org\.example/)
  })

  test('is the target that was requested, even if the URL was changed since', async () => {
    const { link } = await magicLink()
    const url = new URL(link)
    url.searchParams.set('redirect_to', 'https://app.example/other')
    expect(withoutFragment(await fixture.wire.press(url.href))).toBe(app)
  })

  test('can have an app’s own scheme', async () => {
    const asked = 'org.example.app://callback/in'
    const { link } = await magicLink(asked)
    expect((await fixture.wire.open(link)).body).toContain('the app')
    const to = await fixture.wire.press(link)
    expect(withoutFragment(to)).toBe(asked)
    expect(fragmentOf(to)).toHaveProperty('refresh_token')
  })

  test('is a page of this site only with a PKCE code, so that no session enters the browser history', async () => {
    for (const asked of [`${here}/glossary?from=mail`, '/glossary', here]) {
      const { link, token } = await magicLink(asked)
      expect(link).toBe(`${here}/auth-test/link?token=${token}`)
      const { link: coded } = await magicLink(asked, 'pkce')
      const to = await fixture.wire.press(coded)
      expect([to.origin, to.hash, to.searchParams.has('code')]).toEqual([here, '', true])
    }
  })

  test('is rejected when the operator no longer allows it', async () => {
    const { link, token } = await magicLink()
    const stricter = await authApiApp(database, withMail)
    stricter.time.now = fixture.wire.time.now
    const { status, headers } = await stricter.ask(link.replace('/auth/v1/verify', '/auth-test/verify'))
    expect([status, headers.get('Location')]).toEqual([302, `${here}/auth-test/link?token=${token}`])
  })

  test('is built from the configuration and never from a request header', async () => {
    const { email } = await fixture.wire.createConfirmedUser()
    const body = JSON.stringify({ email })
    await fixture.wire.ask(`/otp?redirect_to=${encodeURIComponent(app)}`, {
      method: 'POST',
      body,
      headers: { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', Referer: 'https://evil.example/' },
    })
    const { text, link } = await fixture.wire.messageTo(email)
    expect(new URL(link).origin).toBe(here)
    expect(text).not.toContain('evil')
    const headers = {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'gopher',
    }
    expect((await fixture.wire.ask(link, { headers })).headers.get('Location')).toMatch(
      `${here}/auth-test/verify?`,
    )
  })

  test('is the front page with the code when a PKCE app names no allowed target', async () => {
    for (const asked of [undefined, 'https://evil.example/']) {
      const { auth, email } = await fixture.wire.createConfirmedUser({ flowType: 'pkce' })
      await auth.signInWithOtp({ email, options: { ...(asked && { emailRedirectTo: asked }) } })
      const { link, token } = await fixture.wire.messageTo(email)
      expect(link).toBe(`${here}/auth/v1/verify?token=${token}&type=magiclink`)
      const to = await fixture.wire.press(link)
      expect([to.origin, to.pathname, to.hash]).toEqual([here, '/', ''])
      expect((await auth.exchangeCodeForSession(queryOf(to).code ?? '')).error).toBeNull()
    }
  })
})

test('a link without an allowed redirect leads to the APP_URL of the operator', async () => {
  const home = 'https://home.example/'
  const one = await authApiApp(database, { ...withMail, APP_URL: 'https://home.example' })
  const { auth, email } = await one.createConfirmedUser({ flowType: 'implicit' })
  for (const emailRedirectTo of [undefined, 'https://evil.example/']) {
    await auth.signInWithOtp({ email, options: { ...(emailRedirectTo && { emailRedirectTo }) } })
    const { link } = await one.messageTo(email)
    expect(new URL(link).pathname).toBe('/auth/v1/verify')
    const to = await one.press(link)
    expect(withoutFragment(to)).toBe(home)
    expect(fragmentOf(to)).toMatchObject({ access_token: expect.any(String), type: 'magiclink' })
  }
})
