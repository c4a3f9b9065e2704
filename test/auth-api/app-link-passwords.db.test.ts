import { describe, expect, test } from 'vitest'
import { app, appLinks, here, newAddress } from '../support/app-links.ts'
import { otherPassword, password } from '../support/auth-api-client.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()
const { fixture } = appLinks(database)

describe('an email that confirms a sign-up with a password', () => {
  /** A sign-up with an address of another person: the owner gets the email. */
  async function squatted(redirectTo?: string) {
    const email = newAddress()
    const { auth } = fixture.wire.client({ flowType: redirectTo ? 'implicit' : 'pkce' })
    await auth.signUp({ email, password, options: { ...(redirectTo && { emailRedirectTo: redirectTo }) } })
    return { email, ...(await fixture.wire.messageTo(email)) }
  }
  const opens = async (email: string) =>
    (await fixture.wire.client().auth.signInWithPassword({ email, password })).error === null

  test.each([
    ['with a redirect to an app', app],
    ['with a PKCE challenge and no redirect', undefined],
  ])('%s does not confirm until the password of the sign-up is typed', async (_where, redirectTo) => {
    const { email, link } = await squatted(redirectTo)
    const { body } = await fixture.wire.open(link)
    expect(body).toContain(email)
    expect(body).toContain('name="password"')
    for (const wrong of ['', otherPassword]) {
      expect((await fixture.wire.press(link, { password: wrong })).href).toBe('nowhere:')
    }
    expect(await opens(email)).toBe(false)
    // The person who signed up knows the password.
    expect((await fixture.wire.press(link, { password })).href).toMatch(redirectTo ? /access_token/ : /code=/)
    expect(await opens(email)).toBe(true)
  })

  test('shows an error and the form again for a wrong password, with a link to set a new password', async () => {
    const { email, link, token } = await squatted(app)
    const { at, fields } = await fixture.wire.open(link)
    const body = new URLSearchParams({ ...fields, password: otherPassword })
    const headers = { 'Sec-Fetch-Site': 'same-origin' }
    const answer = await fixture.wire.ask(at.split('?')[0] ?? '', { method: 'POST', headers, body })
    const page = await answer.text()
    expect(answer.status).toBe(400)
    expect(page).toContain('That is not the password of this sign-up.')
    expect(page).toContain(email)
    expect(page).toContain(`value="${token}"`)
    expect(page).not.toContain(otherPassword)
    const reset = `${here}/auth-test/reset?token=${token}`
    expect(page).toContain(reset.slice(here.length))
    const chosen = new URLSearchParams({ token, password: otherPassword })
    await fixture.wire.ask(reset, { method: 'POST', headers, body: chosen })
    expect(await opens(email)).toBe(false)
    expect(
      (await fixture.wire.client().auth.signInWithPassword({ email, password: otherPassword })).error,
    ).toBeNull()
  })

  test('is rate limited after wrong passwords', async () => {
    const { link } = await squatted(app)
    const { at, fields } = await fixture.wire.open(link)
    const headers = { 'Sec-Fetch-Site': 'same-origin' }
    const press = async (typed: string) => {
      const body = new URLSearchParams({ ...fields, password: typed })
      return (await fixture.wire.ask(at.split('?')[0] ?? '', { method: 'POST', headers, body })).status
    }
    const statuses = await Promise.all(Array.from({ length: 12 }, () => press(otherPassword)))
    expect(statuses).toContain(429)
    expect(await press(password)).toBe(429)
  })
})
