import { rm } from 'node:fs/promises'
import { generateSync } from 'otplib'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, test } from 'vitest'
import {
  emailBox,
  newEmail,
  openForm,
  otherPassword,
  password,
  passwordBox,
  sessionOf,
  signInByRequest,
  signUpByRequest,
  submitSignIn,
} from '../support/account.ts'
import { expectAccessible } from '../support/browser.ts'
import { newDataFolder } from '../support/data-folder.ts'
import { freePort } from '../support/free-port.ts'
import { expect, journey, type VisitOptions } from '../support/journey.ts'
import { hydrated } from '../support/private-area.ts'
import { type Product, startProduct } from '../support/product.ts'

/** These tests start their own server: a passkey is bound to its address, which must be known before the start. */
let product: Product
let dataDir: string
beforeAll(async () => {
  dataDir = await newDataFolder()
  product = await startProduct({ DATA_DIR: dataDir, PORT: String(await freePort()), TRUSTED_PROXIES: '1' })
})
afterAll(async () => {
  await product?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const { visit: visitFrom } = journey(() => product.address)
let places = 0
/** Each visit has its own client address, so that the wrong codes of one test do not rate-limit another. */
const visit = (path: string, options: VisitOptions = {}) =>
  visitFrom(path, {
    ...options,
    before: async (page) => {
      await page.setExtraHTTPHeaders({ 'X-Forwarded-For': `192.0.2.${++places}` })
      await options.before?.(page)
    },
  })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const region = (page: Page, name: string) => page.getByRole('region', { name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** Presses a button, and waits for the next page: text typed before it loads would be lost. */
async function answered(page: Page, name: string) {
  await page.locator('main').evaluate((main) => main.setAttribute('data-before', ''))
  await press(page, name)
  await expect(page.locator('main[data-before]')).toHaveCount(0)
}
const codeBox = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true })
const problem = (page: Page) => page.locator('#code-error')
const done = (page: Page, words: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: words })).toBeVisible()

/** Signs up a new user and opens the settings. */
async function atSettings(options: { javaScript?: boolean; width?: number } = {}) {
  let email = ''
  const { page } = await visit('/dashboard/settings', {
    ...options,
    before: async (page) => {
      email = await signUpByRequest(page, product.address)
    },
  })
  if (options.javaScript !== false) await hydrated(page)
  return { page, email }
}

/** Signs in the same user in another browser. */
async function elsewhere(email: string, options: { javaScript?: boolean } = {}) {
  const { page } = await visit('/auth-test', options)
  await submitSignIn(page, email)
  return page
}

/** Each code works once, so the second one is that of the next half minute, which is accepted too. */
const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 })

/** Adds an authenticator app by its typed secret. @returns the secret, the code that was used, and the recovery codes */
async function addApp(page: Page, name: string) {
  await page.getByText('Add an authenticator app', { exact: true }).click()
  await page.getByLabel('Name (optional)', { exact: true }).fill(name)
  await press(page, 'Continue')
  await expect(heading(page)).toHaveText('Add your app')
  const secret = ((await page.locator('.secret').textContent()) ?? '').replaceAll(' ', '')
  await codeBox(page).fill('000000')
  await press(page, 'Confirm')
  await expect(problem(page)).toHaveText(/^That code is not right\./)
  // The secret must stay the same, so that the user need not enter it again.
  expect(((await page.locator('.secret').textContent()) ?? '').replaceAll(' ', '')).toBe(secret)
  const code = codeOf(secret)
  await codeBox(page).fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await press(page, 'Confirm')
  await expect(heading(page)).toHaveText('Your recovery codes')
  const codes = await codesOn(page)
  return { secret, code, codes }
}

/** The ten recovery codes, once they are shown. */
async function codesOn(page: Page) {
  const codes = page.locator('.codes code')
  await expect(codes).toHaveCount(10)
  return codes.allTextContents()
}

/** Goes past the recovery codes: the browser checks that the checkbox is ticked. */
async function written(page: Page) {
  await press(page, 'Continue')
  await expect(heading(page)).toHaveText('Your recovery codes')
  await page.getByRole('checkbox', { name: 'I have written them down' }).check()
  await press(page, 'Continue')
  await expect(heading(page)).toHaveText('Settings')
}

describe.each([true, false])('A second step, with JavaScript: %s', (javaScript) => {
  test('can be added, is required, can be replaced once by each recovery code, and can be removed', async () => {
    const { page, email } = await atSettings({ javaScript })
    const { page: other } = await visit('/dashboard', {
      javaScript,
      before: (page) => signInByRequest(page, product.address, email),
    })
    const before = await sessionOf(page)
    const { secret, code, codes } = await addApp(page, 'My phone')
    expect((await sessionOf(page))?.value).not.toBe(before?.value)
    await written(page)
    const second = region(page, 'Second step')
    await expect(second.getByRole('listitem')).toContainText('My phone')
    await expect(second.getByText(/^10 of 10 are left/)).toBeVisible()
    await expect(region(page, 'Where you are signed in').getByRole('listitem')).toHaveCount(1)
    await other.goto('/dashboard')
    await other.waitForURL(/\/auth-test\?next=/)

    // In another browser the password alone does not sign in.
    await other.goto('/auth-test?next=/dashboard/settings&save=gaslighting')
    await submitSignIn(other, email)
    await expect(heading(other)).toHaveText('One more step')
    await other.goto('/dashboard/settings')
    await expect(heading(other)).toHaveText('One more step')
    for (const wrong of ['123456', code, 'abcd-efgh-jkmn']) {
      await codeBox(other).fill(wrong)
      await answered(other, 'Continue')
      await expect(problem(other)).toHaveText('That code is not right, or was used already.')
    }
    await codeBox(other).fill(codes[0]?.toUpperCase().replaceAll('-', ' ') ?? '')
    await press(other, 'Continue')
    await other.waitForURL(`${product.address}/dashboard/settings`)
    await expect(region(other, 'Second step').getByText(/^9 of 10 are left/)).toBeVisible()
    await press(other, 'Logout')
    await other.waitForURL(`${product.address}/`)

    await other.goto('/auth-test?save=gaslighting')
    await submitSignIn(other, email)
    await codeBox(other).fill(codes[0] ?? '')
    await press(other, 'Continue')
    await expect(problem(other)).toBeVisible()
    await codeBox(other).fill(codeOf(secret, 1))
    await press(other, 'Continue')
    // The requested term is saved there, and its parameter is removed from the address.
    await other.waitForURL(/\/dashboard(?:\?save=gaslighting)?$/)

    await page.goto('/dashboard/settings')
    await page.getByText('Make new recovery codes', { exact: true }).click()
    await press(page, 'Show new codes')
    const renewed = await codesOn(page)
    expect(codes.filter((one) => renewed.includes(one))).toEqual([])
    await written(page)
    await page.getByText('Remove', { exact: true }).click()
    await press(page, 'Yes, remove My phone')
    await done(page, 'The app is removed.')
    await expect(second.getByText('Right now you sign in with your password alone.')).toBeVisible()
    const third = await elsewhere(email, { javaScript })
    await third.waitForURL(`${product.address}/dashboard`)
  })
})

test('An authenticator app with a name that is already used is rejected with an error at its field', async () => {
  const { page } = await atSettings()
  await addApp(page, 'My phone')
  await written(page)
  await page.getByText('Add an authenticator app', { exact: true }).click()
  await page.getByLabel('Name (optional)', { exact: true }).fill('My phone')
  await press(page, 'Continue')
  await expect(page.getByLabel('Name (optional)', { exact: true })).toHaveAccessibleDescription(
    /You use this name already\. Please choose another one\./,
  )
})

describe('Passkeys', () => {
  /** Adds a device with user verification (WebDriver's virtual authenticator, WebAuthn Level 3, 11). */
  async function withAuthenticator(page: Page) {
    const client = await page.context().newCDPSession(page)
    await client.send('WebAuthn.enable')
    const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    const knows = (isUserVerified: boolean) =>
      client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    return { knows }
  }

  async function addPasskey(page: Page, name: string) {
    await page.getByLabel('Name of the passkey (optional)', { exact: true }).fill(name)
    await press(page, 'Add a passkey')
  }

  test('can be added, sign in without an email address, serve as a second step, and can be removed', async () => {
    const { page, email } = await atSettings()
    await withAuthenticator(page)
    const { page: other } = await visit('/glossary', {
      before: (page) => signInByRequest(page, product.address, email),
    })
    const whose = await page.locator('main input[name=user_id]').first().inputValue()
    const asked = page.waitForRequest('**/auth-test/passkey/registration')
    await addPasskey(page, 'This laptop')
    // Without it, a tab that was left open could add a passkey to the account of another user who signed in since.
    expect((await asked).headers()['x-user-id']).toBe(whose)
    await expect(heading(page)).toHaveText('Your recovery codes')
    const [code = ''] = await codesOn(page)
    await written(page)
    await expect(region(page, 'Passkeys').getByRole('listitem')).toContainText('This laptop')
    await expect(region(page, 'Where you are signed in').getByRole('listitem')).toHaveCount(1)

    // The same device cannot create a second passkey.
    await addPasskey(page, 'Once more')
    await expect(region(page, 'Passkeys').getByRole('alert')).toHaveText(
      'This device has a passkey for your account already.',
    )

    await press(page, 'Logout')
    await page.waitForURL(`${product.address}/`)
    await page.goto('/auth-test?next=/dashboard/settings')
    await page
      .locator('form:not(passkey-form form)')
      .getByRole('checkbox', { name: /This is a shared device/ })
      .check()
    await press(page, 'Sign in with a passkey')
    await page.waitForURL(`${product.address}/dashboard/settings`)
    expect((await sessionOf(page))?.expires).toBe(-1)

    await press(page, 'Logout')
    await page.waitForURL(`${product.address}/`)
    await page.goto('/auth-test')
    await submitSignIn(page, email)
    await expect(heading(page)).toHaveText('One more step')
    await press(page, 'Use your passkey')
    await page.waitForURL(`${product.address}/dashboard`)

    // Without the passkey, a recovery code works.
    await other.goto('/auth-test')
    await submitSignIn(other, email)
    await codeBox(other).fill(code)
    await press(other, 'Continue')
    await other.waitForURL(`${product.address}/dashboard`)

    await page.goto('/dashboard/settings')
    await page.getByText('Remove', { exact: true }).click()
    await press(page, 'Yes, remove This laptop')
    await done(page, 'The passkey is removed.')
    await press(page, 'Logout')
    await page.waitForURL(`${product.address}/`)
    await page.goto('/auth-test')
    await press(page, 'Sign in with a passkey')
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      /^This passkey could not be used here\./,
    )
    expect(await sessionOf(page)).toBeUndefined()
  })

  test('without user verification sign nobody in', async () => {
    const { page } = await atSettings()
    const device = await withAuthenticator(page)
    await addPasskey(page, '')
    await expect(heading(page)).toHaveText('Your recovery codes')
    await written(page)
    await press(page, 'Logout')
    await page.waitForURL(`${product.address}/`)
    await page.goto('/auth-test')
    await device.knows(false)
    await press(page, 'Sign in with a passkey')
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      'No passkey was used. You can try again when you like.',
    )
    await device.knows(true)
    await press(page, 'Sign in with a passkey')
    await page.waitForURL(`${product.address}/dashboard`)
  })

  test('reject requests from other sites, and are added only by a signed-in user', async () => {
    const { page } = await visit('/auth-test')
    const ask = (path: string, headers: Record<string, string>) =>
      page.request.post(`/auth-test/passkey/${path}`, { data: {}, headers, failOnStatusCode: false })
    const paths = [
      'registration-options',
      'registration',
      'sign-in-options',
      'sign-in',
      'proof-options',
      'proof',
    ]
    for (const path of paths) {
      expect((await ask(path, { 'Sec-Fetch-Site': 'cross-site' })).status(), path).toBe(403)
    }
    const statuses = await Promise.all(
      paths.map(async (path) => (await ask(path, { 'Sec-Fetch-Site': 'same-origin' })).status()),
    )
    expect(statuses).toEqual([401, 401, 200, 400, 401, 401])
  })
})

test('A user can change the email address and then sign in with the new one', async () => {
  const { page, email } = await atSettings({ javaScript: false })
  await openForm(page, 'Change email…')
  const box = page.getByRole('textbox', { name: 'New email' })
  await box.fill('sam@')
  await press(page, 'Change email')
  await expect(box).toHaveAccessibleDescription('Please enter a valid email address.')
  await expect(box).toHaveValue('sam@')
  const next = newEmail()
  await box.fill(next)
  await press(page, 'Change email')
  await done(page, 'Your address is changed. Every other device was signed out.')
  await expect(region(page, 'Profile')).toContainText(next)
  const other = await elsewhere(email)
  await expect(other.getByRole('main').getByRole('alert').first()).toContainText('isn’t right')
  await emailBox(other).fill(next)
  await passwordBox(other).fill(password)
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.waitForURL(`${product.address}/dashboard`)
})

test('A user with an old proof of identity must enter the password again, and returns to the settings', async () => {
  const { page } = await atSettings({ javaScript: false })
  // Opens the password page directly instead of waiting 15 minutes for the proof to expire.
  await page.goto('/auth-test/prove?next=/dashboard/settings')
  await passwordBox(page).fill(otherPassword)
  await press(page, 'Continue')
  await expect(passwordBox(page)).toHaveAccessibleDescription(/That password is not right\./)
  await passwordBox(page).fill(password)
  await press(page, 'Continue')
  await page.waitForURL(`${product.address}/dashboard/settings`)
})

test('The screens of the second step have no axe violations in both themes', async () => {
  const { page } = await atSettings({ width: 360 })
  const looks = async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, ['color-contrast', 'link-in-text-block'])
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wider).toBeLessThanOrEqual(0)
  }
  for (const summary of await page.locator('main summary').all()) await summary.click()
  await looks()
  for (const summary of await page.locator('main summary').all()) await summary.click()
  await page.getByText('Add an authenticator app', { exact: true }).click()
  await press(page, 'Continue')
  await expect(heading(page)).toHaveText('Add your app')
  await looks()
  const secret = ((await page.locator('.secret').textContent()) ?? '').replaceAll(' ', '')
  await codeBox(page).fill(codeOf(secret))
  await press(page, 'Confirm')
  await expect(heading(page)).toHaveText('Your recovery codes')
  await looks()
  await written(page)
  for (const summary of await page.locator('main summary').all()) await summary.click()
  await looks()
  await page.goto('/auth-test/prove')
  await looks()
})
