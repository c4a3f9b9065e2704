import type { Page } from 'playwright'
import { describe, test } from 'vitest'
import { withBackForwardCache } from '../support/browser.ts'
import { expect } from '../support/journey.ts'
import { hydrated, prefetched } from '../support/private-area.ts'
import {
  blockDraftResponses,
  escapeTwice,
  pressEscape,
  quickHideButton,
  quickHideSite,
  remainingContent,
} from '../support/quick-hide.ts'

const quickHide = quickHideSite()

/** @returns the status of a request with a copy of this browser's cookies */
async function oldCookie(page: Page) {
  const cookies = await page.context().cookies()
  const headers = { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
  return async () => (await fetch(`${quickHide.address}/api/profile`, { headers })).status
}

/** Shifts only the page's clock: Playwright's clock would also control the timers that Quick Hide clears. */
function laterByMinutes() {
  const now = Date.now
  const here = window as { minutes?: number }
  Date.now = () => now() + (here.minutes ?? 0) * 60_000
}

const text = (page: Page) => page.getByRole('textbox', { name: 'What do you want to write down?' })

const blank = { accessibleTexts: ['Loading'], text: 'LoadingLoading', title: 'Loading' }

/** With destinations that open no page, the blank page stays open for the checks. */
const stay = () => Object.assign(quickHide.site.answers, { recipes: 'no page', fallback: 'no page' })

/** Milliseconds in which a page would show a response or react to an event. */
const timeToShow = 300

describe('On a private page', () => {
  test.each([
    ['the Eye', (page: Page) => quickHideButton(page).click()],
    ['ESC twice', escapeTwice],
  ])('%s leaves the site and ends the session', async (_how, leave) => {
    const { page } = await quickHide.signUp('/dashboard/settings', { browser: withBackForwardCache })
    await leave(page)
    await page.waitForURL(quickHide.site.recipes)
    // The response to /leave may arrive after the destination.
    await expect.poll(() => page.context().cookies()).toEqual([])
    await page.goBack().catch(() => {})
    await expect(page.getByRole('heading', { name: 'Settings' })).toHaveCount(0)
  })

  test('Point 10: the old cookie is invalid by the time the destination responds', async () => {
    // A real destination takes a tenth of this; a busy test machine is slower by as much.
    quickHide.site.answers.recipes = 1_500
    const { page } = await quickHide.signUp('/dashboard')
    const opens = await oldCookie(page)
    expect(await opens()).toBe(200)
    await escapeTwice(page)
    await expect.poll(() => quickHide.site.answered, { intervals: [1] }).toBe(1)
    expect(await opens()).toBe(401)
  })

  test('Point 10: the session ends within a second, even when the tab is killed at once', async () => {
    quickHide.site.answers.recipes = 'never'
    const { page } = await quickHide.signUp('/dashboard')
    const opens = await oldCookie(page)
    await page.evaluate(() => document.querySelector<HTMLElement>('quick-hide button')?.click())
    await page.context().close()
    await expect.poll(opens, { timeout: 1_000, intervals: [50] }).toBe(401)
  })

  test.each([
    ['a text that is larger than its letters are many', (page: Page) => text(page).fill('Ж'.repeat(35_000))],
    [
      'what is still being kept',
      async (page: Page) => {
        await blockDraftResponses(page)
        await text(page).fill('a'.repeat(40_000))
        const kept = page.waitForRequest('**/api/journal-drafts/**')
        // As when the user switches to another tab or program and comes back.
        await page.evaluate(() => {
          Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
          document.dispatchEvent(new Event('visibilitychange'))
          Object.defineProperty(document, 'visibilityState', { value: 'visible' })
        })
        await kept
        await text(page).pressSequentially('b')
      },
    ],
  ])('Points 9 and 10: the session ends, whatever the size of %s', async (_what, write) => {
    const { page } = await quickHide.signUp('/dashboard/connections/new')
    const opens = await oldCookie(page)
    await write(page)
    await escapeTwice(page)
    await page.waitForURL(quickHide.site.recipes)
    await expect.poll(opens).toBe(401)
    await expect.poll(() => page.context().cookies()).toEqual([])
  })

  test('Point 19: the time for the second ESC follows the choice in Settings, in every tab at once', async () => {
    const { page } = await quickHide.signUp('/dashboard/settings')
    const tab = await page.context().newPage()
    await tab.goto('/glossary')
    const slowly = (one: Page) => escapeTwice(one, 1_500)
    await slowly(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
    const second = page.getByRole('radio', { name: '1 second', exact: true })
    await expect(second).toBeChecked()
    await second.press('ArrowRight')
    await expect(page.getByRole('radio', { name: '2 seconds' })).toBeChecked()
    await slowly(tab)
    await tab.waitForURL(quickHide.site.recipes)
  })

  test('an invalid stored time for the second ESC falls back to one second', async () => {
    const { page } = await quickHide.signUp('/dashboard/settings')
    const begun = Date.now()
    for (const [index, value] of ['nonsense', '-5', '0', '0.01'].entries()) {
      await page.evaluate((value) => localStorage.setItem('unfogQuickHideSeconds', value), value)
      await pressEscape(page, begun + index * 1_200)
    }
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
    const last = begun + 4 * 1_200
    await pressEscape(page, last, last + 800)
    await page.waitForURL(quickHide.site.recipes)
  })

  test('Point 3: a response that was pending when Quick Hide started is not shown', async () => {
    stay()
    const { page, email } = await quickHide.signUp('/dashboard')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let fetched = () => {}
    const onItsWay = new Promise<void>((resolve) => {
      fetched = resolve
    })
    const answered = new Promise<void>((resolve) => {
      page.route('**/*.data*', async (route) => {
        const response = await route.fetch()
        fetched()
        await held
        // Quick Hide may have aborted the request.
        await route.fulfill({ response }).catch(() => {})
        resolve()
      })
    })
    await page.locator('.sidebar').getByRole('link', { name: 'Settings' }).click()
    await expect(page.locator('.loading')).toBeVisible()
    await onItsWay
    await page.evaluate(() => document.querySelector<HTMLElement>('quick-hide button')?.click())
    release()
    await answered
    await page.waitForTimeout(timeToShow)
    expect(page.url()).toBe(`${quickHide.address}/dashboard`)
    // A busy browser updates the accessibility tree late.
    await expect.poll(() => remainingContent(page)).toMatchObject(blank)
    const leftOver = await remainingContent(page)
    expect(leftOver.markup).not.toMatch(/unfog|glossary|Settings/i)
    expect(leftOver.markup).not.toContain(email)
  })

  test.each([
    ['leads nowhere', async () => {}],
    [
      'leads nowhere in an older browser',
      (page: Page) =>
        page.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined })),
    ],
  ])(
    'Points 3 and 5: a request that reaches the server after the session has ended %s',
    async (_where, before) => {
      stay()
      const { page } = await quickHide.signUp('/dashboard', { before })
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      const answered = new Promise<void>((resolve) => {
        page.route('**/*.data*', async (route) => {
          await held
          const response = await route.fetch()
          expect((await response.body()).toString()).toContain('/auth-test')
          // Quick Hide may have aborted the request.
          await route.fulfill({ response }).catch(() => {})
          resolve()
        })
      })
      await page.locator('.sidebar').getByRole('link', { name: 'Settings' }).click()
      await expect(page.locator('.loading')).toBeVisible()
      const ended = page.waitForResponse('**/leave')
      await page.evaluate(() => document.querySelector<HTMLElement>('quick-hide button')?.click())
      await ended
      release()
      await answered
      await page.waitForTimeout(timeToShow)
      expect(page.url()).toBe(`${quickHide.address}/dashboard`)
      await expect.poll(() => remainingContent(page)).toMatchObject(blank)
    },
  )

  test('Point 3: a print window that closes or opens afterwards brings no title back', async () => {
    stay()
    const { page } = await quickHide.signUp('/dashboard/connections/print', {
      before: async (page) => {
        const answer = await page.request.post(`${quickHide.address}/api/journal-entries`, {
          data: { content: 'She hid my keys.' },
          headers: { 'Sec-Fetch-Site': 'same-origin' },
        })
        expect(answer.status()).toBe(201)
      },
    })
    await expect(page.getByRole('article')).toContainText('She hid my keys.')
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await expect(page).toHaveTitle(/^Notes/)
    await quickHideButton(page).click()
    await page.evaluate(() => {
      dispatchEvent(new Event('afterprint'))
      dispatchEvent(new Event('beforeprint'))
    })
    await expect.poll(() => remainingContent(page)).toMatchObject(blank)
    expect((await remainingContent(page)).markup).not.toMatch(/notes|print|keys/i)
  })

  test('Point 20: no tab sends or opens anything else when another tab learns that the session has ended', async () => {
    stay()
    const before = (page: Page) => page.context().addInitScript(laterByMinutes)
    const { page } = await quickHide.signUp('/dashboard', { before, sharedDevice: true })
    const other = await page.context().newPage()
    await other.goto('/dashboard')
    await hydrated(other)
    for (const tab of [page, other]) {
      await prefetched(tab)
      // By now any use of the page would renew the session.
      await tab.evaluate(() => Object.assign(window, { minutes: 5 }))
    }
    const sentBy = (tab: Page) => {
      const sent: string[] = []
      tab.on('request', (request) => sent.push(`${request.method()} ${request.url()}`))
      return sent
    }
    const [sent, sentBeside] = [sentBy(page), sentBy(other)]
    await page.keyboard.press('Escape')
    await quickHideButton(page).dispatchEvent('pointerdown')
    await page.evaluate(() => document.querySelector<HTMLElement>('quick-hide button')?.click())
    await expect.poll(() => sent.length).toBeGreaterThan(1)
    await expect.poll(() => sentBeside.length).toBeGreaterThan(0)
    await other.keyboard.press('a')
    const told = { event: 'SIGNED_OUT', session: null, ended: true }
    await other.evaluate((change) => new BroadcastChannel('session').postMessage(change), told)
    await page.waitForTimeout(timeToShow)
    // The second destination is tried after three seconds.
    const early = (all: string[]) => all.filter((each) => each !== `GET ${quickHide.site.fallback}`)
    expect(early(sent)).toEqual([`POST ${quickHide.address}/leave`, `GET ${quickHide.site.recipes}`])
    expect(early(sentBeside)).toEqual([`GET ${quickHide.site.recipes}`])
    for (const tab of [page, other]) await expect.poll(() => remainingContent(tab)).toMatchObject(blank)
  })

  test.each([
    ['/dashboard/settings', 'beside a private page'],
    ['/glossary', 'alone'],
  ])(
    'Point 22: offline %s, %s, is replaced by a recipe, and the session ends on the next request',
    async (path, company) => {
      const { page, email } = await quickHide.signUp(path)
      const opens = await oldCookie(page)
      const tabs = [page]
      if (company !== 'alone') {
        const beside = await page.context().newPage()
        await beside.goto('/dashboard')
        await hydrated(beside)
        tabs.push(beside)
      }
      await page.context().setOffline(true)
      await page.bringToFront()
      await escapeTwice(page)
      for (const tab of tabs) {
        await expect(tab.getByRole('heading', { name: 'Lentil soup' })).toBeVisible()
        await expect(tab).toHaveTitle('Lentil soup')
        const { markup, accessibleTexts } = await remainingContent(tab)
        expect(markup + accessibleTexts.join()).not.toMatch(/unfog|glossary|Settings|Logout/i)
        expect(markup).not.toContain(email)
      }
      expect(await opens()).toBe(200)
      await page.context().setOffline(false)
      for (const beside of tabs.slice(1)) await beside.close()
      await page.goto('/mission')
      await expect.poll(opens).toBe(401)
      // The session ends on the server before the browser gets the response.
      await expect.poll(() => page.context().cookies()).toEqual([])
    },
  )

  test.each(['/dashboard/settings', '/demo/home'])(
    'Point 22: when /leave fails on %s while the browser is online, the session ends on the next request',
    async (path) => {
      const { page } = await quickHide.signUp(path)
      const opens = await oldCookie(page)
      await page.context().route('**/leave', (route) => route.abort())
      await escapeTwice(page)
      await page.waitForURL(quickHide.site.recipes)
      await page.goto('/dashboard/settings')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
      expect(await opens()).toBe(401)
    },
  )

  test('the tip is hidden when it is dismissed, and stays hidden on the next page', async () => {
    const { page } = await quickHide.signUp('/dashboard')
    const tip = page.getByRole('complementary', { name: 'About Quick Hide' })
    await tip.getByRole('button', { name: 'Dismiss this tip' }).click()
    await expect(tip).toBeHidden()
    await expect(page.locator('main')).toBeFocused()
    await page.locator('.sidebar').getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
    await expect(tip).toBeHidden()
    await page.reload()
    await expect(tip).toBeHidden()
  })
})
