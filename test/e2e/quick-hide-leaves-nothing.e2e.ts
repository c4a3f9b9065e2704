import type { Page, Route } from 'playwright'
import { describe, test } from 'vitest'
import { submitSignUp } from '../support/account.ts'
import { withBackForwardCache } from '../support/browser.ts'
import { canary, deviceStorage, entryField, writeAndBrowse } from '../support/canary-data.ts'
import { expect } from '../support/journey.ts'
import { signInTo } from '../support/operator.ts'
import { hydrated } from '../support/private-area.ts'
import {
  blockDraftResponses,
  escapeTwice,
  type QuickHideVisit,
  quickHideButton,
  quickHideSite,
  screenshotsUntilAnswered,
  shownText,
} from '../support/quick-hide.ts'
import { ask } from '../support/request.ts'

const quickHide = quickHideSite()

const enter = (options: QuickHideVisit = {}) =>
  quickHide.visit(`/auth-test?mode=sign-up&${new URLSearchParams({ next: '/dashboard' })}`, options)

test('Point 12: the browser stores no journal text and no term while the user writes and reads', async () => {
  const page = await enter()
  await writeAndBrowse(page)
  const kept = JSON.stringify(await page.context().storageState()) + (await deviceStorage(page))
  expect(kept).toContain('__Host-session')
  expect(kept).not.toMatch(/kestrel|quarry|gaslight|darvo/i)
  expect(JSON.parse(await deviceStorage(page))).toMatchObject({ databases: [], caches: [] })
})

test('Point 7: after private pages and an exit, Back and Forward show nothing private', async () => {
  const page = await enter({ browser: withBackForwardCache })
  const email = await writeAndBrowse(page)
  for (const name of ['Settings', 'Favorites', 'Connections']) {
    await page.locator('.sidebar').getByRole('link', { name }).click()
    await expect(page.locator('.loading')).toBeHidden()
  }
  await expect(page.getByText(canary)).toBeVisible()
  await quickHideButton(page).click()
  await page.waitForURL(quickHide.site.recipes)
  await expect.poll(() => page.context().cookies()).toEqual([])
  const shown: string[] = []
  const look = async (go: () => Promise<unknown>) => {
    await Promise.race([go().catch(() => {}), page.waitForTimeout(2_000)])
    await page.waitForTimeout(300)
    shown.push(await shownText(page))
  }
  for (let step = 0; step < 3; step++) await look(() => page.goBack({ waitUntil: 'commit' }))
  for (let step = 0; step < 3; step++) await look(() => page.goForward({ waitUntil: 'commit' }))
  expect(shown.join()).toMatch(/auth-test/)
  for (const text of shown) {
    expect(text).not.toContain(canary)
    expect(text).not.toContain(email)
    expect(text).not.toMatch(/Logout|Freeform Entry|Total (?:Saved|Connections)/)
  }
})

test('Point 7: after sign-up and Quick Hide, Back shows no email address in the sign-up form', async () => {
  const page = await enter({ browser: withBackForwardCache })
  const email = await submitSignUp(page)
  await page.waitForURL(`${quickHide.address}/dashboard`)
  await page.goto('/glossary')
  await quickHideButton(page).click()
  await page.waitForURL(quickHide.site.recipes)
  await expect.poll(() => page.context().cookies()).toEqual([])
  // Back leads to the dashboard, which shows the sign-in page, and then to the sign-up form.
  for (const heading of ['Welcome back', 'Create your account']) {
    await page.goBack()
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(heading)
    expect(await shownText(page)).not.toContain(email)
  }
})

describe('Point 11: Quick Hide in one tab leaves in all tabs of the site', () => {
  test.each([
    ['private and public ones', '/dashboard/settings', ['/dashboard/connections/new', '/glossary/darvo']],
    ['a private one, from a public one', '/glossary', ['/dashboard']],
  ])('(%s)', async (_what, from, others) => {
    const { page } = await quickHide.signUp(from)
    const tabs = await Promise.all(
      others.map(async (path) => {
        const tab = await page.context().newPage()
        await tab.goto(path)
        if (path.startsWith('/dashboard')) await hydrated(tab)
        return tab
      }),
    )
    await page.bringToFront()
    await escapeTwice(page)
    for (const each of [page, ...tabs]) await each.waitForURL(quickHide.site.recipes)
    await expect.poll(() => page.context().cookies()).toEqual([])
  })
})

describe('Point 13: the text typed just before is offered at the next sign-in', () => {
  const place = '/dashboard/connections/new'

  /** Signs the user in on another device. @returns a function that reads the offered drafts */
  async function offered(email: string) {
    const Cookie = (await signInTo(quickHide.address, email, 'sign-in')) ?? ''
    return async (): Promise<string[]> => {
      const { body } = await ask(quickHide.address, '/api/journal-drafts', { headers: { Cookie } })
      const { drafts } = JSON.parse(body.toString())
      return drafts.map(({ content }: { content: string }) => content).toSorted()
    }
  }
  /** Types on a network so slow that no response arrives before the page is left. */
  async function slowly(page: Page, words: string) {
    await blockDraftResponses(page)
    const sent = page.waitForRequest('**/api/journal-drafts/**')
    await entryField(page).fill(words)
    await sent
  }

  test('from the other windows, also when its request is still pending', async () => {
    const { page, email } = await quickHide.signUp(place)
    const [one, other] = [await page.context().newPage(), await page.context().newPage()]
    for (const window of [one, other]) {
      await window.goto(place)
      await hydrated(window)
    }
    await page.bringToFront()
    await slowly(one, 'On its way')
    await entryField(page).fill('By this window')
    await entryField(other).fill('By the other')
    await escapeTwice(page)
    for (const window of [page, one, other]) await window.waitForURL(quickHide.site.recipes)
    await expect.poll(await offered(email)).toEqual(['By the other', 'By this window', 'On its way'])
  })

  test('from the window that leaves, also when its request is still pending', async () => {
    const { page, email } = await quickHide.signUp(place)
    await slowly(page, 'On its way')
    await escapeTwice(page)
    await page.waitForURL(quickHide.site.recipes)
    await expect.poll(await offered(email)).toEqual(['On its way'])
  })

  test('from a form that was left through a link while its request was pending', async () => {
    const { page, email } = await quickHide.signUp(place)
    await slowly(page, 'On its way')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { name: 'Connections', exact: true, level: 1 })).toBeVisible()
    await escapeTwice(page)
    await page.waitForURL(quickHide.site.recipes)
    await expect.poll(await offered(email)).toEqual(['On its way'])
  })

  describe('before hydration', () => {
    /** Opens the form of a new user with text in it; only the scripts of every page load. */
    async function early() {
      const held: Route[] = []
      const { page, email } = await quickHide.signUp(place, {
        waitUntil: 'commit',
        before: (page) =>
          page.route('**/assets/*.js', (route) =>
            /\/(?:public|search)-/.test(route.request().url()) ? route.continue() : void held.push(route),
          ),
      })
      await entryField(page).fill('Typed early')
      await page.waitForFunction(() => customElements.get('quick-hide'))
      return { page, email, held }
    }

    test('after Quick Hide', async () => {
      const { page, email } = await early()
      await escapeTwice(page)
      await page.waitForURL(quickHide.site.recipes)
      await expect.poll(await offered(email)).toEqual(['Typed early'])
    })

    test('after Quick Hide, and its blank page stays blank when React loads', async () => {
      const { page, held } = await early()
      quickHide.site.answers.recipes = 3_000
      await escapeTwice(page)
      await Promise.all(held.map((route) => route.continue()))
      // The first screenshot may still show the page that is being left.
      const [, ...pictures] = await screenshotsUntilAnswered(page, quickHide.site)
      expect(pictures.length).toBeGreaterThan(1)
      expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(1)
    })

    test('after leaving through a link', async () => {
      const { page, email } = await early()
      await page.getByRole('link', { name: 'Cancel' }).click()
      await expect(page.getByRole('heading', { name: 'Connections', exact: true, level: 1 })).toBeVisible()
      await expect.poll(await offered(email)).toEqual(['Typed early'])
    })

    test('but not when it was saved as a Connection', async () => {
      const { page, email } = await early()
      await page.getByRole('button', { name: 'Save Connection' }).click()
      await expect(page.getByText('Typed early')).toBeVisible()
      // The sign-in takes longer than a late request for the draft.
      expect(await (await offered(email))()).toEqual([])
    })
  })

  test('from a window that lost the focus, and a request that fails late does not restore older text', async () => {
    const { page, email } = await quickHide.signUp(place, { before: (page) => page.clock.install() })
    // The paused clock keeps the timer from saving the draft.
    await page.clock.pauseAt(Date.now() + 60_000)
    const onItsWay: Route[] = []
    await page.route('**/api/journal-drafts/**', (route) => {
      if (onItsWay.push(route) > 1) return route.continue()
    })
    const takeAnother = async (words: string) => {
      await entryField(page).fill(words)
      // Headless Chromium sends no blur event when another window gets the focus.
      await page.evaluate(() => window.dispatchEvent(new Event('blur')))
    }
    await takeAnother('Half')
    await expect.poll(() => onItsWay.length).toBe(1)
    await takeAnother('Half a thought')
    await expect(page.getByText('Draft saved.')).toBeVisible()
    await onItsWay[0]?.abort()
    await page.clock.runFor(60_000)
    await expect(page.getByText('Draft saved.')).toBeVisible()
    expect(await (await offered(email))()).toEqual(['Half a thought'])
    expect(onItsWay.length).toBe(2)
  })
})
