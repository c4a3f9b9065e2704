import { rm } from 'node:fs/promises'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, test } from 'vitest'
import { openForm } from '../support/account.ts'
import {
  expectAccessible,
  launchBrowser,
  newPage,
  type PageOptions,
  type WatchedPage,
} from '../support/browser.ts'
import { newDataFolder } from '../support/data-folder.ts'
import { freePort } from '../support/free-port.ts'
import { expect } from '../support/journey.ts'
import { openidProvider } from '../support/openid-provider.ts'
import { type Product, startProduct } from '../support/product.ts'

/** A server with one provider; for a browser they are different sites: localhost and 127.0.0.1. */
let provider: Awaited<ReturnType<typeof openidProvider>>
let product: Product
let folder: string
let browser: Browser
const visits: WatchedPage[] = []

beforeAll(async () => {
  const port = await freePort()
  provider = await openidProvider([`http://localhost:${port}/auth-test/callback`])
  folder = await newDataFolder()
  product = await startProduct({
    DATA_DIR: folder,
    PORT: String(port),
    OIDC_TEST: `${provider.setting} Harbor`,
  })
  browser = await launchBrowser()
})
beforeEach(() => {
  provider.behavior = { form_post: false, address_in_token: true, forge: undefined }
})
afterEach(async () => {
  const ended = visits.splice(0)
  await Promise.all(ended.map((visit) => visit.close()))
  for (const { pageErrors, consoleErrors, thirdPartyRequests } of ended) {
    expect(pageErrors).toEqual([])
    // A violation of the content security policy would appear here.
    expect(consoleErrors.filter((text) => !/status of 4\d\d/.test(text))).toEqual([])
    expect(thirdPartyRequests.filter((url) => !url.startsWith(provider.issuer))).toEqual([])
  }
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await provider?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function visit(path: string, options: PageOptions = {}): Promise<Page> {
  const watched = await newPage(browser, { address: product.address, ...options })
  visits.push(watched)
  await watched.page.goto(path)
  return watched.page
}

function known(sub: string, said: { email?: string; email_verified?: boolean } = {}) {
  const email = `${sub}@example.org`
  provider.users.set(sub, { email, email_verified: true, ...said })
  return email
}
const press = (page: Page) => page.getByRole('button', { name: 'Continue with Harbor' }).click()
const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
async function say(page: Page, sub?: string) {
  await expect(page).toHaveTitle('Who are you')
  if (!sub) return page.getByRole('button', { name: 'No, thank you' }).click()
  await page.getByLabel('Name').fill(sub)
  return page.getByRole('button', { name: 'Sign in' }).click()
}
async function signUp(sub: string, options?: PageOptions) {
  const page = await visit('/auth-test?mode=sign-up', options)
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Continue with Harbor' }) })
  await form.getByLabel('I am at least 16 years old').check()
  await press(page)
  await say(page, sub)
  return page
}

test.each([
  ['by an address', false, true],
  ['by a form that the provider sends', true, true],
  ['by an address, without JavaScript', false, false],
])(
  'A new user signs up through the provider and stays signed in (%s)',
  async (way, form_post, javaScript) => {
    provider.behavior.form_post = form_post
    const sub = way.replaceAll(/\W+/g, '-')
    known(sub)
    const page = await signUp(sub, { javaScript })
    await page.waitForURL('**/dashboard')
    await page.goto('/dashboard/settings')
    await expect(page.getByText('This device', { exact: true })).toBeVisible()
  },
)

test('Sign-up through the provider requires the age checkbox first, and its pages are accessible', async () => {
  const page = await visit('/auth-test?mode=sign-up')
  await expectAccessible(page)
  await press(page)
  expect(page.url()).toContain('/auth-test?mode=sign-up')
  await page.goto('/auth-test')
  await expectAccessible(page)
})

test('A new user from the sign-in page confirms their age once and keeps the term to save', async () => {
  known('from-sign-in')
  const page = await visit('/auth-test?save=gaslighting')
  await press(page)
  await say(page, 'from-sign-in')
  await heading(page, 'One question first')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Please confirm that you are at least 16 years old.')).toBeVisible()
  await page.getByLabel('I am at least 16 years old').check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(/\/dashboard/)
})

test('A user who cancels at the provider returns to an accessible page that links to sign-in', async () => {
  for (const form_post of [false, true]) {
    provider.behavior.form_post = form_post
    const page = await visit('/auth-test')
    await press(page)
    await say(page)
    await heading(page, 'You came back without signing in')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back to sign in' }).click()
    await heading(page, 'Welcome back')
  }
})

test('A callback is rejected when it is used twice, changed, or opened in another browser', async () => {
  known('once')
  provider.behavior.form_post = true
  const page = await visit('/auth-test')
  let answer = ''
  // Intercepts the callback before it reaches the server.
  await page.route('**/auth-test/callback', async (route) => {
    answer = `/auth-test/callback?${route.request().postData()}`
    await route.fulfill({ body: '<title>caught</title>' })
  })
  await press(page)
  await say(page, 'once')
  await expect(page).toHaveTitle('caught')
  const refused = async (one: Page, address: string) => {
    await one.goto(address)
    await heading(one, 'This sign-in could not be finished')
    expect(await cookie(one, '__Host-session')).toBeUndefined()
  }
  await refused(page, answer.replace(/state=[^&]+/, 'state=changed'))
  // Another browser that has also started a sign-in, but not this one.
  const stranger = await visit('/auth-test')
  await press(stranger)
  await expect(stranger).toHaveTitle('Who are you')
  await refused(stranger, answer)
  // The attempt in the other browser used the callback up; the first browser starts again and signs in once.
  await refused(page, answer)
  await page.goto('/auth-test')
  await press(page)
  await expect(page).toHaveTitle('caught')
  await page.goto(answer)
  await heading(page, 'One question first')
  await refused(page, answer)
})

test('Sign-up through a provider with an unverified email creates an account without an email', async () => {
  known('unconfirmed', { email_verified: false })
  const page = await signUp('unconfirmed')
  await page.waitForURL('**/dashboard')
  expect(await cookie(page, '__Host-session')).toBeDefined()
  await page.goto('/dashboard/settings?edit=profile')
  await expect(page.getByText('Your account has no address yet.')).toBeVisible()
})

test('A provider is not linked by matching email, only in Settings, and cannot be unlinked as the last sign-in', async () => {
  const email = known('member')
  const page = await visit('/auth-test?mode=sign-up')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('lantern over the quiet harbor')
  await page.getByLabel('I am at least 16 years old').first().check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/dashboard')

  const elsewhere = await signUp('member')
  await heading(elsewhere, 'There is an account with this address already')
  expect(await cookie(elsewhere, '__Host-session')).toBeUndefined()

  provider.behavior.form_post = true
  await page.goto('/dashboard/settings')
  await page.getByRole('button', { name: 'Link Harbor' }).click()
  await say(page, 'member')
  await page.waitForURL('**/dashboard/settings')
  await expect(page.getByRole('button', { name: /^Unlink Harbor/ })).toBeVisible()
  await expectAccessible(page)

  const third = await visit('/auth-test')
  await press(third)
  await say(third, 'member')
  await third.waitForURL('**/dashboard')

  await page.getByRole('button', { name: /^Unlink Harbor/ }).click()
  await expect(page.getByRole('button', { name: 'Link Harbor' })).toBeVisible()

  known('only-by-harbor')
  const only = await signUp('only-by-harbor')
  await only.waitForURL('**/dashboard')
  await only.goto('/dashboard/settings')
  await only.getByRole('button', { name: /^Unlink Harbor/ }).click()
  await heading(only, 'This is your only way to sign in')
  await only.getByRole('link', { name: 'Back to Settings' }).click()
  await expect(only.getByRole('button', { name: /^Unlink Harbor/ })).toBeVisible()
})

test.each([true, false])(
  'A user with only a provider sets a password and then unlinks the provider (JavaScript: %s)',
  async (javaScript) => {
    const sub = `alone-${javaScript}`
    const email = known(sub)
    const page = await signUp(sub, { javaScript })
    await page.waitForURL('**/dashboard')
    // Opens this page directly instead of waiting 15 minutes: the user must sign in at the provider again.
    await page.goto('/auth-test/prove?next=/dashboard/settings')
    if (javaScript) await expectAccessible(page)
    await page.getByRole('button', { name: 'Sign in at Harbor once more' }).click()
    await say(page, sub)
    await page.waitForURL('**/dashboard/settings')

    await openForm(page, 'Set a password…')
    const section = page.getByRole('region', { name: 'Password' })
    await expect(section.getByLabel('Current password')).toHaveCount(0)
    if (javaScript) await expectAccessible(page)
    await section.getByLabel('New password', { exact: true }).fill('qwertyuiop12')
    await section.getByRole('button', { name: 'Set a password' }).click()
    await expect(section.getByLabel('New password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await section.getByLabel('New password', { exact: true }).fill('lantern over the quiet harbor')
    await section.getByRole('button', { name: 'Set a password' }).click()
    const profile = page.getByRole('region', { name: 'Profile' })
    await expect(profile.getByRole('status')).toContainText('Your password is set.')
    await openForm(page, 'Change password…')
    await expect(section.getByLabel('Current password')).toBeVisible()
    await page.goto('/dashboard/settings')

    await page.getByRole('button', { name: /^Unlink Harbor/ }).click()
    await expect(page.getByRole('button', { name: 'Link Harbor' })).toBeVisible()
    const elsewhere = await visit('/auth-test', { javaScript })
    await elsewhere.getByLabel('Email').fill(email)
    await elsewhere.getByLabel('Password', { exact: true }).fill('lantern over the quiet harbor')
    await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).click()
    await elsewhere.waitForURL('**/dashboard')
  },
)

async function cookie(page: Page, name: string): Promise<string | undefined> {
  const cookies = await page.context().cookies(product.address)
  return cookies.find((one) => one.name === name)?.value
}
