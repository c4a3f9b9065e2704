import type { Page } from 'playwright'
import { beforeAll, describe, inject, test } from 'vitest'
import {
  emailBox,
  newEmail,
  ofAge,
  openForm,
  otherPassword,
  password,
  passwordBox,
  send,
  sessionOf,
  shared,
  signInByRequest,
  signUpByRequest,
  submitSignIn,
  submitSignUp,
} from '../support/account.ts'
import { expectAccessible } from '../support/browser.ts'
import { expect, journey } from '../support/journey.ts'
import { ask } from '../support/request.ts'

const address = inject('address')
const { visit } = journey(undefined, { severalTabs: true })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** One account for most of this file, because sign-ups are rate-limited per IP address. */
const email = newEmail()
beforeAll(async () => {
  const body = new URLSearchParams({ email, password, of_age: 'on' }).toString()
  const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' }
  const { status } = await ask(address, '/auth-test?mode=sign-up', { method: 'POST', headers, body })
  expect(status).toBe(302)
})

/** Signs in and opens a page of the private area. */
async function visitAs(who: string, path = '/dashboard', options: { javaScript?: boolean } = {}) {
  const { page } = await visit(path, {
    ...options,
    before: (page) => signInByRequest(page, address, who),
  })
  return page
}

describe.each([true, false])('With JavaScript: %s', (javaScript) => {
  test('a visitor signs up, is signed in at once, and signs out', async () => {
    const { page } = await visit('/auth-test', { javaScript })
    await expect(heading(page)).toHaveText('Welcome back')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(heading(page)).toHaveText('Create your account')
    await submitSignUp(page)
    await page.waitForURL(`${address}/dashboard`)
    await expect(heading(page)).toHaveText(/^Welcome back, /)
    expect(await sessionOf(page)).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' })
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL(`${address}/`)
    expect(await page.context().cookies()).toEqual([])
    await page.goto('/dashboard')
    await expect(heading(page)).toHaveText('Welcome back')
  })

  test('sign-up errors appear beside their fields, and the email stays filled in', async () => {
    const { page } = await visit('/auth-test?mode=sign-up', { javaScript })
    await emailBox(page).fill('sam@')
    await passwordBox(page).fill('short')
    await send(page, 'Create account')
    await expect(emailBox(page)).toHaveAccessibleDescription('Please enter a valid email address.')
    await expect(emailBox(page)).toHaveValue('sam@')
    await expect(passwordBox(page)).toHaveAccessibleDescription(/Please use at least 10 characters\./)
    await expect(passwordBox(page)).toHaveValue('')
    await expect(ofAge(page)).toHaveAccessibleDescription(
      'Please confirm that you are at least 16 years old.',
    )
  })
})

test('Sign-up rejects a weak password without harsh words, and keeps the email', async () => {
  const { page } = await visit('/auth-test?mode=sign-up')
  await emailBox(page).fill('sam@example.org')
  await passwordBox(page).fill('password1234')
  await ofAge(page).check()
  await send(page, 'Create account')
  await expect(page.locator('#password-error')).not.toBeEmpty()
  expect(await page.locator('#password-error').textContent()).not.toMatch(/!|invalid|error/i)
  await expect(emailBox(page)).toHaveValue('sam@example.org')
})

test('Sign-up with a registered email reports the existing account, whatever the case of its letters', async () => {
  const { page } = await visit('/auth-test?mode=sign-up')
  // Another password, because an identical sign-up counts as a second press of the button (identity/repeated-sign-up).
  await emailBox(page).fill(email.toUpperCase())
  await passwordBox(page).fill(`${password} again`)
  await ofAge(page).check()
  await send(page, 'Create account')
  await expect(emailBox(page)).toHaveAccessibleDescription(/account with this address already/)
  // The field has the focus, so that screen readers read its error first.
  await expect(emailBox(page)).toBeFocused()
  expect(await sessionOf(page)).toBeUndefined()
})

test('The sign-in and sign-up pages show a warning only when the browser blocks cookies', async () => {
  const { page } = await visit('/auth-test')
  const note = page.locator('cookie-note')
  await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible()
  await expect(note).toBeHidden()
  expect(await page.context().cookies()).toEqual([])
  // Like Safari over plain http: only `Secure` cookies are rejected, and `cookieEnabled` is true.
  await page.addInitScript(() => {
    const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') ?? {}
    Object.defineProperty(Document.prototype, 'cookie', {
      get,
      set(pair: string) {
        if (!/; *secure/i.test(pair)) set?.call(this, pair)
      },
    })
  })
  for (const mode of ['sign-in', 'sign-up']) {
    await page.goto(`/auth-test?mode=${mode}`)
    await expect(note).toBeVisible()
    await expect(note).toContainText('Your browser is blocking cookies')
    await expect(note).toContainText('on http addresses')
  }
})

test('A wrong password and an unknown email get the same error message', async () => {
  for (const who of [email, newEmail()]) {
    const { page } = await visit('/auth-test')
    await submitSignIn(page, who, 'not the right words')
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toHaveText('That email or password isn’t right. Please try again.')
    await expect(alert).toBeFocused()
    await expect(emailBox(page)).toHaveValue(who)
    expect(await sessionOf(page)).toBeUndefined()
  }
})

test('Checkboxes keep their state when a sign-in or sign-up form comes back with an error', async () => {
  const { page } = await visit('/auth-test')
  await shared(page).check()
  await submitSignIn(page, email, 'not the right words')
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await expect(shared(page)).toBeChecked()
  await page.goto('/auth-test?mode=sign-up')
  await emailBox(page).fill('sam@')
  await ofAge(page).check()
  await send(page, 'Create account')
  await expect(emailBox(page)).toHaveAccessibleDescription('Please enter a valid email address.')
  await expect(ofAge(page)).toBeChecked()
  await expect(shared(page)).not.toBeChecked()
})

test('The password reset page links to Contact and to sign-in when the server sends no email', async () => {
  const { page } = await visit('/auth-test/reset')
  const main = page.getByRole('main')
  await expect(main).toContainText('This server sends no mail')
  await expect(main.getByRole('link', { name: 'write to us' })).toHaveAttribute('href', '/contact')
  await main.getByRole('link', { name: 'Back to sign in' }).click()
  await expect(heading(page)).toHaveText('Welcome back')
})

describe('The access guard', () => {
  test('redirects a visitor to sign-in, and then back to the requested page', async () => {
    const { page } = await visit('/dashboard/settings?from=mail')
    await page.waitForURL(`${address}/auth-test?next=%2Fdashboard%2Fsettings%3Ffrom%3Dmail`)
    await submitSignIn(page, email)
    await page.waitForURL(`${address}/dashboard/settings?from=mail`)
  })

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/glossary'])(
    'redirects to the dashboard when the next parameter is not a private path: %s',
    async (next) => {
      const answer = await ask(address, `/auth-test?${new URLSearchParams({ next })}`, {
        method: 'POST',
        headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ email, password }).toString(),
      })
      expect([answer.status, answer.headers.location]).toEqual([302, '/dashboard'])
    },
  )

  test('lets a signed-in user in, also through the Log In link', async () => {
    const page = await visitAs(email, '/dashboard', { javaScript: false })
    await page.goto('/')
    await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click()
    await page.waitForURL(`${address}/dashboard`)
  })

  test('rejects cross-site form posts with 403', async () => {
    const headers = {
      'Sec-Fetch-Site': 'cross-site',
      'Content-Type': 'application/x-www-form-urlencoded',
    }
    for (const path of ['/auth-test', '/auth-test/sign-out', '/dashboard/settings']) {
      const { status } = await ask(address, path, { method: 'POST', headers, body: 'intent=end-others' })
      expect(status, path).toBe(403)
    }
  })
})

describe('Sessions', () => {
  test('on a shared device use cookies that end with the browser session', async () => {
    const { page } = await visit('/auth-test')
    await shared(page).check()
    await submitSignIn(page, email)
    await page.waitForURL(`${address}/dashboard`)
    for (const { name, expires } of await page.context().cookies())
      if (name !== '__Host-account-event') expect(expires, name).toBe(-1)
  })

  test('are listed in the settings, and the others end by a button or by a password change', async () => {
    let who = ''
    const { page: first } = await visit('/dashboard', {
      before: async (page) => {
        who = await signUpByRequest(page, address)
      },
    })
    const second = await visitAs(who)
    await first.goto('/dashboard/settings')
    const list = first.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem')
    await expect(list).toHaveCount(2)
    await expect(list.filter({ hasText: 'This device' })).toHaveCount(1)
    await first.getByRole('button', { name: /^Sign out .* on / }).click()
    await expect(list).toHaveCount(1)
    await second.goto('/dashboard')
    await second.waitForURL(/\/auth-test\?next=/)

    await submitSignIn(second, who)
    await second.waitForURL(`${address}/dashboard`)
    await openForm(first, 'Change password…')
    await passwordBox(first, 'Current password').fill(password)
    await passwordBox(first, 'New password').fill(otherPassword)
    await send(first, 'Change password')
    await expect(first.getByRole('status').filter({ hasText: 'Your password is changed.' })).toBeVisible()
    await second.goto('/dashboard')
    await second.waitForURL(/\/auth-test\?next=/)
    await submitSignIn(second, who, otherPassword)
    await second.waitForURL(`${address}/dashboard`)
  })

  test('end with Quick Hide: the old cookie no longer opens private pages', async () => {
    const page = await visitAs(email)
    const cookie = await sessionOf(page)
    const headers = { Cookie: `${cookie?.name}=${cookie?.value}` }
    expect((await ask(address, '/dashboard', { headers })).status).toBe(200)
    await ask(address, '/leave', { method: 'POST', headers })
    const { status, headers: answered } = await ask(address, '/dashboard', { headers })
    expect({ status, location: answered.location }).toEqual({
      status: 302,
      location: '/auth-test?next=%2Fdashboard',
    })
  })

  test('that end also close the private pages in other tabs', async () => {
    const page = await visitAs(email, '/dashboard/settings')
    const other = await page.context().newPage()
    await other.goto('/dashboard')
    await page.getByRole('button', { name: 'Logout' }).click()
    await other.waitForURL(`${address}/`)
    await page.waitForURL(`${address}/`)
    expect(await sessionOf(page)).toBeUndefined()
    await other.goBack()
    expect(new URL(other.url()).pathname).not.toMatch(/^\/dashboard/)
  })
})

test('Public pages show Dashboard instead of Log In after sign-in, with the same HTML for everyone', async () => {
  const page = await visitAs(email)
  const cookie = await sessionOf(page)
  const bodies = await Promise.all(
    ['', `${cookie?.name}=${cookie?.value}; __Host-signed-in=1`].map((Cookie) =>
      ask(address, '/glossary', { headers: { Cookie } }),
    ),
  )
  expect(bodies[0]?.body.equals(bodies[1]?.body as Buffer)).toBe(true)
  await page.goto('/glossary')
  const banner = page.getByRole('banner')
  await expect(banner.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard')
  await expect(banner.getByRole('link', { name: 'Log In' })).toBeHidden()
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  await other.getByRole('button', { name: 'Logout' }).click()
  await other.waitForURL(`${address}/`)
  await expect(other.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible()
  await page.goto('/')
  await page.goBack()
  await expect(banner.getByRole('link', { name: 'Log In' })).toBeVisible()
  await expect(banner.getByRole('link', { name: 'Dashboard' })).toBeHidden()
})

test('Private pages show Dashboard instead of Log In without JavaScript', async () => {
  const page = await visitAs(email, '/dashboard/settings', { javaScript: false })
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Log In' })).toBeHidden()
})

test('The account forms have no accessibility violations in either theme', async () => {
  const { page } = await visit('/auth-test', { width: 360 })
  const looks = async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, ['color-contrast', 'link-in-text-block'])
  }
  for (const [mode, submit] of [
    ['sign-up', 'Create account'],
    ['sign-in', 'Sign in'],
  ] as const) {
    await page.goto(`/auth-test?mode=${mode}`)
    await looks()
    await send(page, submit)
    await expect(emailBox(page)).toHaveAttribute('aria-invalid', 'true')
    await looks()
  }
  await submitSignIn(page, email)
  await page.waitForURL(`${address}/dashboard`)
  // The private pages themselves are tested in private-screens.
  await page.goto('/dashboard/settings')
  await openForm(page, 'Change password…')
  await send(page, 'Change password')
  await expect(passwordBox(page, 'Current password')).toHaveAttribute('aria-invalid', 'true')
  await looks()
})
