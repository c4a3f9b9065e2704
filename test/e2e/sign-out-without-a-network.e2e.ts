import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, test } from 'vitest'
import { withBackForwardCache } from '../support/browser.ts'
import { startProductBehindFaultProxy } from '../support/cuttable-product.ts'
import { expect, type VisitOptions } from '../support/journey.ts'
import { signInTo } from '../support/operator.ts'
import { cookieIn, privateAreaWithoutEmail, usersOf } from '../support/private-area.ts'
import { ask } from '../support/request.ts'
import { screenshot, stall } from '../support/throttling.ts'

/** Names and values of the site's cookies and storage, without the session token. */
const kept = async (page: Page) =>
  Object.fromEntries(
    (await page.context().cookies()).map(({ name, value, httpOnly }) => [name, httpOnly ? 'secret' : value]),
  )

const left = { '__Host-session': 'secret', '__Host-signed-out': '1' }

const words = /@example\.org|Settings|You are signed in/

/** Expects that nothing of the private page is visible. */
const seesNothing = (page: Page) => expect(page.getByText(words).filter({ visible: true })).toHaveCount(0)

describe('Signing out', () => {
  const area = privateAreaWithoutEmail({ severalTabs: true })

  /** Signs up a user who opens the settings in two tabs, in one of them after another page. */
  async function atSettings(options: VisitOptions = {}) {
    const { page, tab, sessionChanges, email } = await area.signUp('/dashboard', options)
    const other = await tab('/dashboard/settings')
    await page.goto('/dashboard/settings')
    await expect(page.getByText(email).first()).toBeVisible()
    return { page, other, sessionChanges, browser: page.context(), cookie: await cookieIn(page) }
  }

  test.each(['no network', 'a server that answers 500'])(
    'with %s hides the private page in both tabs, and the next request ends the session',
    async (manner) => {
      const visited = await atSettings({ browser: withBackForwardCache })
      const { page, other, sessionChanges, browser, cookie } = visited
      if (manner === 'no network') await browser.setOffline(true)
      else await browser.route('**/*', (route) => route.fulfill({ status: 500, body: 'broken' }))
      await page.getByRole('button', { name: 'Logout' }).click()
      for (const tab of [page, other]) await seesNothing(tab)
      expect(await kept(page)).toEqual(left)
      expect(sessionChanges(page).at(-1)?.event).toBe('SIGNED_OUT')
      expect(await area.isSignedIn(cookie)).toBe(true)

      await page.evaluate(() => setTimeout(() => history.back()))
      // Enough time for a page from the browser's cache; offline there is no other event.
      await page.waitForTimeout(300)
      await seesNothing(page)

      await browser.unrouteAll({ behavior: 'ignoreErrors' })
      await browser.setOffline(false)
      await other.goto('/glossary')
      expect(await kept(other)).toEqual({})
      expect(await area.isSignedIn(cookie)).toBe(false)
      await other.goBack()
      await seesNothing(other)
      await page.goto('/dashboard/settings')
      await page.waitForURL(/\/auth-test\?next=/)
    },
  )

  test('is not needed to hide a page restored from the back/forward cache after the session expired', async () => {
    const { page, other, browser } = await atSettings({ browser: withBackForwardCache })
    await other.close()
    // Imitates a browser that also caches `no-store` pages, which Chromium no longer does.
    await page.route('**/dashboard/settings', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), 'cache-control': 'no-cache' } })
    })
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
    await page.evaluate(() =>
      addEventListener('pageshow', ({ persisted }) => {
        // biome-ignore lint/suspicious/noDocumentCookie: it is read where the page has gone
        document.cookie = `came-back=${persisted}; Path=/; Secure`
      }),
    )
    await page.goto('/glossary')
    await browser.clearCookies({ name: '__Host-signed-in' })
    // Offline the page cannot ask the server whether the session is valid.
    await browser.setOffline(true)
    await page.evaluate(() => setTimeout(() => history.back()))
    await expect.poll(() => kept(page)).toMatchObject({ 'came-back': 'true' })
    await seesNothing(page)
  })

  test('redirects home only once, even when the server responds long before home has loaded', async () => {
    const { page } = await area.signUp()
    let sessionChanges = () => {}
    const heard = new Promise<void>((resolve) => {
      sessionChanges = resolve
    })
    const ways: string[] = []
    await page.route(`${area.address}/`, async (route) => {
      ways.push(route.request().url())
      await heard
      await route.continue().catch(() => {})
    })
    const cookie = await cookieIn(page)
    // Clicks from within the page, because a click by Playwright would wait for the next page.
    await page.evaluate(() => document.querySelector<HTMLElement>('.sidebar form button')?.click())
    await expect.poll(() => area.isSignedIn(cookie)).toBe(false)
    // Enough time for its response to arrive.
    await page.waitForTimeout(1_000)
    sessionChanges()
    await page.waitForURL(`${area.address}/`)
    expect(ways).toEqual([`${area.address}/`])
  })

  test('with a stalled network blanks both tabs while the request is pending', async () => {
    const { page, other, browser, cookie } = await atSettings()
    const empty = await screenshot(await browser.newPage())
    const mend = await Promise.all([page, other].map(stall))
    await page.evaluate(() => document.querySelector<HTMLElement>('.sidebar form button')?.click())
    for (const tab of [page, other])
      await expect.poll(async () => (await screenshot(tab)) === empty).toBe(true)
    expect(await kept(page)).toEqual(left)
    for (const one of mend) await one()
    await other.goto('/glossary')
    expect(await area.isSignedIn(cookie)).toBe(false)
  })
})

describe('Signing out with an unsaved draft', () => {
  const area = privateAreaWithoutEmail({ severalTabs: true })
  /** @param before runs before the text is typed */
  const writing = async (before: (page: Page) => unknown = () => {}) => {
    const { page, email } = await area.signUp('/dashboard/connections/new')
    const cookie = await cookieIn(page)
    await before(page)
    await page.locator('#content').fill('Not to be lost.')
    await expect(page.getByText('15 characters')).toBeVisible()
    return { email, page, cookie }
  }
  /** The drafts that another device is offered. */
  async function draftsOf(email: string): Promise<string[]> {
    const Cookie = (await signInTo(area.address, email, 'sign-in')) ?? ''
    const { body } = await ask(area.address, '/api/journal-drafts', { headers: { Cookie } })
    return JSON.parse(body.toString()).drafts.map(({ content }: { content: string }) => content)
  }
  const signOut = (page: Page) =>
    page.evaluate(() => document.querySelector<HTMLElement>('.sidebar form button')?.click())

  test('waits for a pending draft request', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let begun = () => {}
    const onTheirWay = new Promise<void>((resolve) => {
      begun = resolve
    })
    const { email, page } = await writing((page) =>
      page.route('**/api/journal-drafts/*', async (route) => {
        begun()
        await held
        await route.continue()
      }),
    )
    await onTheirWay
    await signOut(page)
    // It waits two seconds at most, and without a pending draft not at all.
    await page.waitForTimeout(300)
    expect(page.url()).toBe(`${area.address}/dashboard/connections/new`)
    release()
    await page.waitForURL(`${area.address}/`)
    expect(await draftsOf(email)).toEqual(['Not to be lost.'])
  })

  test('keeps a draft with many multi-byte characters', async () => {
    const { email, page } = await writing()
    await page.locator('#content').fill(`Не потерять${'Ж'.repeat(35_000)}`)
    await signOut(page)
    await page.waitForURL(`${area.address}/`)
    expect(await draftsOf(email)).toEqual([`Не потерять${'Ж'.repeat(35_000)}`])
  })

  test('ends the session at once when the page is closed while it waits for the draft', async () => {
    const { page, cookie } = await writing()
    const mend = await stall(page)
    await signOut(page)
    await page.waitForTimeout(200)
    await page.goto('about:blank')
    // The page that is left sends its last request after the next one is shown. The request may outlive the page and succeed where
    // its earlier one did not; then all data is cleared already.
    await expect
      .poll(async () => {
        const now = await kept(page)
        return '__Host-signed-out' in now || !('__Host-session' in now)
      })
      .toBe(true)
    await mend()
    await page.goto(`${area.address}/glossary`)
    expect(await area.isSignedIn(cookie)).toBe(false)
  })
})

describe('Signing out while the database is unavailable', () => {
  let gone: Awaited<ReturnType<typeof startProductBehindFaultProxy>> | undefined
  const area = usersOf(() => gone?.product as NonNullable<typeof gone>['product'])
  beforeAll(async () => {
    gone = await startProductBehindFaultProxy()
    // The server caches these pages in memory from now on.
    for (const path of ['/', '/glossary']) await fetch(area.address + path)
  })
  afterEach(() => gone?.proxy.restore())
  afterAll(() => gone?.stop())

  test.each([true, false])(
    'leads to the public home page, and a later request ends the session; JavaScript: %s',
    async (javaScript) => {
      const { page } = await area.signUp('/dashboard', { javaScript })
      const cookie = await cookieIn(page)
      gone?.proxy.cut()
      await page.getByRole('button', { name: 'Logout' }).click()
      await page.waitForURL(`${area.address}/`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unmask what happened to you.')
      await expect.poll(() => kept(page)).toEqual(left)
      expect((await page.goto('/glossary'))?.status()).toBe(200)
      expect(area.product.output()).toContain('a session could not be ended')
      expect(area.product.output()).not.toContain(cookie.split('=')[1])

      gone?.proxy.restore()
      expect(await area.isSignedIn(cookie)).toBe(true)
      await page.goto('/mission')
      expect(await area.isSignedIn(cookie)).toBe(false)
      expect(await kept(page)).toEqual({})
    },
  )
})
