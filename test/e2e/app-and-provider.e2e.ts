import { rm } from 'node:fs/promises'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'vitest'
import { newEmail, password } from '../support/account.ts'
import { appSite } from '../support/app-site.ts'
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

/** The product, an app that the operator allows, and an OpenID provider: three sites to the browser. */
let provider: Awaited<ReturnType<typeof openidProvider>>
let app: Awaited<ReturnType<typeof appSite>>
let product: Product
let folder: string
let browser: Browser
const visits: WatchedPage[] = []
let people = 0

beforeAll(async () => {
  const port = await freePort()
  provider = await openidProvider([`http://localhost:${port}/auth/v1/callback`])
  app = await appSite(() => product.address)
  folder = await newDataFolder()
  product = await startProduct({
    DATA_DIR: folder,
    PORT: String(port),
    OIDC_TEST: `${provider.setting} Harbor`,
    REDIRECT_URLS: `${app.origin}/** org.example.app://callback`,
  })
  browser = await launchBrowser()
})
beforeEach(() => {
  provider.behavior = { form_post: false, address_in_token: true, forge: undefined }
})
afterEach(async () => {
  const ended = visits.splice(0)
  await Promise.all(ended.map((visit) => visit.close()))
  for (const { pageErrors, consoleErrors } of ended) {
    expect(pageErrors).toEqual([])
    // Violations of the content security policy would appear here.
    expect(consoleErrors.filter((text) => !/status of 4\d\d/.test(text))).toEqual([])
  }
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await app?.stop()
  await provider?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function visit(address: string, options: PageOptions = {}): Promise<Page> {
  const watched = await newPage(browser, { address: product.address, ...options })
  visits.push(watched)
  await watched.page.goto(address)
  return watched.page
}
function newPerson() {
  const sub = `app-${++people}`
  provider.users.set(sub, { email: `${sub}@example.org`, email_verified: true })
  return { sub, email: `${sub}@example.org` }
}
async function say(page: Page, sub?: string) {
  await expect(page).toHaveTitle('Who are you')
  if (!sub) return page.getByRole('button', { name: 'No, thank you' }).click()
  await page.getByLabel('Name').fill(sub)
  return page.getByRole('button', { name: 'Sign in' }).click()
}
/** Starts the flow; the client then redirects the page to the provider. */
const leave = (page: Page, intent: 'signInWithOAuth' | 'linkIdentity', redirectTo: string) =>
  page.evaluate(
    async ([intent, redirectTo]) => {
      const { error } = await window.auth[intent]({ provider: 'custom:test', options: { redirectTo } })
      if (error) throw error
    },
    [intent, redirectTo] as const,
  )
/** The email of the user whose session the app's client holds, as the server reports it. */
const whoIsIn = (page: Page) =>
  page.evaluate(async () => (await window.auth.getUser()).data.user?.email ?? null)
const providersOf = (page: Page) =>
  page.evaluate(async () => (await window.auth.getUser()).data.user?.app_metadata.providers)
const said = (page: Page, event: string) =>
  page.waitForFunction((name) => window.events?.includes(name), event)
const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
async function member(page: Page) {
  const email = newEmail()
  await page.evaluate(
    async ([email, password]) => {
      const { error } = await window.auth.signUp({ email, password })
      if (error) throw error
    },
    [email, password] as const,
  )
  return email
}
const whatWasWrong = (page: Page) =>
  page.evaluate(async () => {
    const { error } = await window.auth.initialize()
    return error && { name: error.name, ...('details' in error ? (error.details as object) : {}) }
  })

describe.each(['implicit', 'pkce'] as const)('An app in the %s flow', (flow) => {
  test.each([false, true])(
    'gets its session through an OpenID provider (form_post: %s)',
    async (form_post) => {
      provider.behavior.form_post = form_post
      const { sub, email } = newPerson()
      const page = await visit(`${app.origin}/${flow}`)
      await leave(page, 'signInWithOAuth', `${app.origin}/${flow}`)
      await say(page, sub)
      await page.waitForURL(`${app.origin}/${flow}**`)
      await said(page, 'SIGNED_IN')
      expect(await whoIsIn(page)).toBe(email)
      // The client has removed the tokens from the URL.
      expect(page.url()).not.toMatch(/access_token|code=/)
      // The sign-in sets no cookie for the product's own pages.
      expect((await page.context().cookies(product.address)).map(({ name }) => name)).toEqual([])
    },
  )

  test('gets an access_denied error and no session when the user cancels at the provider', async () => {
    const page = await visit(`${app.origin}/${flow}`)
    await leave(page, 'signInWithOAuth', `${app.origin}/${flow}`)
    await say(page)
    await page.waitForURL(/error=access_denied/)
    expect(await whatWasWrong(page)).toEqual({
      name: 'AuthImplicitGrantRedirectError',
      error: 'access_denied',
      code: 'unspecified_code',
    })
    expect(await whoIsIn(page)).toBeNull()
  })

  test('links a provider to the signed-in user, and gets an error when another account already has it', async () => {
    const { sub } = newPerson()
    const page = await visit(`${app.origin}/${flow}`)
    const email = await member(page)
    await leave(page, 'linkIdentity', `${app.origin}/${flow}`)
    await say(page, sub)
    if (flow === 'implicit') {
      await heading(page, 'Was this you?')
      expect(await page.title()).toBe('Confirm')
      await expect(page.getByRole('main')).toContainText(email)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Link Harbor' }).click()
    }
    await page.waitForURL(`${app.origin}/${flow}**`)
    await said(page, 'SIGNED_IN')
    expect([await whoIsIn(page), await providersOf(page)]).toEqual([email, ['email', 'test']])

    const other = await visit(`${app.origin}/${flow}`)
    const theirs = await member(other)
    await leave(other, 'linkIdentity', `${app.origin}/${flow}`)
    await say(other, sub)
    await other.waitForURL(/error_code=identity_already_exists/)
    expect(await whatWasWrong(other)).toMatchObject({ code: 'identity_already_exists' })
    expect([await whoIsIn(other), await providersOf(other)]).toEqual([theirs, ['email']])
  })
})

test('The link confirmation works by keyboard, with and without JavaScript, and leads to the app', async () => {
  for (const javaScript of [false, true]) {
    const asking = await visit(`${app.origin}/implicit`)
    await member(asking)
    const redirectTo = `${app.origin}/implicit`
    const url = await asking.evaluate(async (redirectTo) => {
      const options = { redirectTo, skipBrowserRedirect: true }
      return (await window.auth.linkIdentity({ provider: 'custom:test', options })).data?.url ?? ''
    }, redirectTo)
    const page = await visit(url, { javaScript })
    await say(page, newPerson().sub)
    await heading(page, 'Was this you?')
    await page.getByRole('main').focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Link Harbor' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${app.origin}/implicit**`)
    if (javaScript) expect(await providersOf(page)).toEqual(['email', 'test'])
    else expect(page.url()).toMatch(/#access_token=/)
  }
})

test('A link to the app appears when the browser opens no app by itself, and going back shows an error page', async () => {
  const page = await visit(`${app.origin}/implicit`)
  await member(page)
  await leave(page, 'linkIdentity', 'org.example.app://callback')
  await say(page, newPerson().sub)
  await heading(page, 'Was this you?')
  const asked = page.url()
  await page.getByRole('button', { name: 'Link Harbor' }).click()
  await heading(page, 'On to the app')
  await expectAccessible(page)
  const link = page.getByRole('link', { name: 'Continue to the app' })
  expect(await link.getAttribute('href')).toMatch(/^org\.example\.app:\/\/callback#access_token=/)
  await page.goto(asked)
  await heading(page, 'This was finished, or is too old')
  await expectAccessible(page)
})
