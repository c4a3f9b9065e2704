import { rm } from 'node:fs/promises'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, test } from 'vitest'
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
import { type Product, startProduct } from '../support/product.ts'
import { smtpPeer } from '../support/smtp-peer.ts'

/** The product, an app that the operator allows, and a mailbox. */
let peer: Awaited<ReturnType<typeof smtpPeer>>
let app: Awaited<ReturnType<typeof appSite>>
let product: Product
let folder: string
let browser: Browser
const visits: WatchedPage[] = []
let places = 0

beforeAll(async () => {
  peer = await smtpPeer()
  app = await appSite(() => product.address)
  folder = await newDataFolder()
  product = await startProduct({
    DATA_DIR: folder,
    PORT: String(await freePort()),
    SMTP_URL: peer.url,
    MAIL_FROM: 'letters@example.net',
    TRUSTED_PROXIES: '1',
    REDIRECT_URLS: `${app.origin}/** org.example.app://callback`,
  })
  browser = await launchBrowser()
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
  await peer?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function visit(address: string, options: PageOptions = {}): Promise<Page> {
  const watched = await newPage(browser, { address: product.address, ...options })
  visits.push(watched)
  // Each visitor has a separate IP address, because emails are rate-limited per address.
  await watched.page.setExtraHTTPHeaders({ 'X-Forwarded-For': `203.0.113.${++places}` })
  await watched.page.goto(address)
  return watched.page
}

/** The link in the email number `count` to an address. */
async function linkTo(email: string, count = 1): Promise<string> {
  const letters = () => peer.received.filter(({ to }) => to[0] === email)
  await expect.poll(() => letters().length, { timeout: 30_000 }).toBe(count)
  return /\n(http\S+)\n/.exec(letters()[count - 1]?.text ?? '')?.[1] ?? ''
}

const signInByMail = (page: Page, email: string, emailRedirectTo: string) =>
  page.evaluate(
    async ([email, emailRedirectTo]) => {
      const { error } = await window.auth.signInWithOtp({ email, options: { emailRedirectTo } })
      if (error) throw error
    },
    [email, emailRedirectTo] as const,
  )
/** The email of the user whose session the app's client holds, as the server reports it. */
const whoIsIn = (page: Page) =>
  page.evaluate(async () => (await window.auth.getUser()).data.user?.email ?? null)
const said = (page: Page, event: string) =>
  page.waitForFunction((name) => window.events?.includes(name), event)
const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
const go = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()

describe.each(['implicit', 'pkce'] as const)('An app in the %s flow', (flow) => {
  test('gets its session from an email link and one click', async () => {
    const email = newEmail()
    const page = await visit(`${app.origin}/${flow}`)
    await signInByMail(page, email, `${app.origin}/${flow}`)
    await page.goto(await linkTo(email))
    await heading(page, 'One more step')
    expect(await page.title()).toBe('Confirm')
    await expect(page.getByRole('main')).toContainText(new URL(app.origin).host)
    await expectAccessible(page)
    await go(page)
    await page.waitForURL(`${app.origin}/${flow}**`)
    await said(page, 'SIGNED_IN')
    expect(await whoIsIn(page)).toBe(email)
    // The client has removed the tokens from the URL.
    expect(page.url()).not.toMatch(/access_token|code=/)
    await page.reload()
    expect(await whoIsIn(page)).toBe(email)
  })

  test('gets a PASSWORD_RECOVERY event from a password reset email', async () => {
    const email = newEmail()
    const page = await visit(`${app.origin}/${flow}`)
    await signInByMail(page, email, `${app.origin}/${flow}`)
    await page.goto(await linkTo(email))
    await go(page)
    await said(page, 'SIGNED_IN')
    await page.evaluate(([email, redirectTo]) => window.auth.resetPasswordForEmail(email, { redirectTo }), [
      email,
      `${app.origin}/${flow}`,
    ] as const)
    await page.goto(await linkTo(email, 2))
    await go(page)
    await said(page, 'PASSWORD_RECOVERY')
    const { error } = await page.evaluate((password) => window.auth.updateUser({ password }), password)
    expect(error).toBeNull()
  })

  test('gets an otp_expired error when a link is opened twice, and keeps its session', async () => {
    const email = newEmail()
    const page = await visit(`${app.origin}/${flow}`)
    await signInByMail(page, email, `${app.origin}/${flow}`)
    const link = await linkTo(email)
    await page.goto(link)
    await go(page)
    await said(page, 'SIGNED_IN')
    await page.goto(link)
    await heading(page, 'This link cannot be used any more')
    await expectAccessible(page)
    await page.getByRole('link', { name: `Go on to ${new URL(app.origin).host}` }).click()
    await page.waitForURL(/error_code=otp_expired/)
    expect(new URL(page.url()).searchParams.has('error_code')).toBe(flow === 'pkce')
    const refused = await page.evaluate(async () => {
      const { error } = await window.auth.initialize()
      return error && { name: error.name, ...('details' in error ? (error.details as object) : {}) }
    })
    expect(refused).toEqual({
      name: 'AuthImplicitGrantRedirectError',
      error: 'access_denied',
      code: 'otp_expired',
    })
    expect(await whoIsIn(page)).toBe(email)
  })
})

test('The email link works by keyboard, with and without JavaScript, and leads to the app', async () => {
  const asking = await visit(`${app.origin}/implicit`)
  for (const javaScript of [false, true]) {
    const email = newEmail()
    await signInByMail(asking, email, `${app.origin}/implicit`)
    const page = await visit(await linkTo(email), { javaScript })
    await page.getByRole('main').focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${app.origin}/implicit**`)
    if (javaScript) expect(await whoIsIn(page)).toBe(email)
    else expect(page.url()).toMatch(/#access_token=.+&type=signup/)
  }
})

test('A sign-in follows the app’s redirect to another of its sites', async () => {
  const email = newEmail()
  const page = await visit(`${app.origin}/implicit`)
  await signInByMail(page, email, `${app.origin}/moved`)
  await page.goto(await linkTo(email))
  await go(page)
  await page.waitForURL(`${app.origin.replace('127.0.0.1', '127.0.0.2')}/implicit**`)
  expect(await whoIsIn(page)).toBe(email)
})

describe('A link to the app appears when the browser opens no app by itself', () => {
  const appAddress = 'org.example.app://callback'
  const expectLink = async (page: Page) => {
    await heading(page, 'On to the app')
    const link = page.getByRole('link', { name: 'Continue to the app' })
    expect(await link.getAttribute('href')).toMatch(/^org\.example\.app:\/\/callback#access_token=/)
  }

  test('after the browser sent the form', async () => {
    const email = newEmail()
    await signInByMail(await visit(`${app.origin}/implicit`), email, appAddress)
    const link = await linkTo(email)
    const page = await visit(link, { javaScript: false })
    await expect(page.getByRole('main')).toContainText('it signs you in at the app')
    await go(page)
    await expectLink(page)
    await page.goto(link)
    await heading(page, 'This link cannot be used any more')
  })

  test('after a script sent the form', async () => {
    const email = newEmail()
    const page = await visit(`${app.origin}/implicit`)
    await signInByMail(page, email, appAddress)
    await page.goto(await linkTo(email))
    const loaded = page.waitForResponse(/\/forms-/)
    await page.getByRole('button', { name: 'Continue' }).focus()
    await (await loaded).finished()
    await go(page)
    await expectLink(page)
    await expectAccessible(page)
  })
})

test('Going back from the app shows that the email link is no longer valid', async () => {
  const email = newEmail()
  const page = await visit(`${app.origin}/pkce`)
  await signInByMail(page, email, `${app.origin}/pkce`)
  await page.goto(await linkTo(email))
  await go(page)
  await said(page, 'SIGNED_IN')
  await page.goBack()
  await heading(page, 'This link cannot be used any more')
})

test('Auth events in one tab of the app reach its other tabs', async () => {
  const email = newEmail()
  const page = await visit(`${app.origin}/implicit`)
  const other = await page.context().newPage()
  await other.goto(`${app.origin}/implicit`)
  await signInByMail(page, email, `${app.origin}/implicit`)
  await page.goto(await linkTo(email))
  await go(page)
  await said(page, 'SIGNED_IN')
  await said(other, 'SIGNED_IN')
  expect(await whoIsIn(other)).toBe(email)
  await page.evaluate(() => window.auth.refreshSession())
  await said(other, 'TOKEN_REFRESHED')
  await other.evaluate(() => window.auth.signOut())
  await said(page, 'SIGNED_OUT')
  expect(await whoIsIn(page)).toBeNull()
})
