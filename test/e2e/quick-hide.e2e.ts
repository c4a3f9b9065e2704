import type { Page } from 'playwright'
import { describe, test } from 'vitest'
import { withBackForwardCache } from '../support/browser.ts'
import { expect } from '../support/journey.ts'
import {
  history,
  quickHideButton,
  quickHideSite,
  remainingContent,
  routes,
  screenshotsUntilAnswered,
} from '../support/quick-hide.ts'
import { withoutTour } from '../support/screens.ts'
import { traceNetwork } from '../support/traced-connection.ts'

const quickHide = quickHideSite()
const { visit } = quickHide

/** Whether a tap anywhere in the middle half of Quick Hide would hit it, and whether it is large enough. */
const underFinger = (page: Page, selector = 'quick-hide:not(.quick-hide-in-dialog) button') =>
  page.evaluate((selector) => {
    const button = document.querySelector(selector) as HTMLElement
    const { left, top, right, bottom, width, height } = button.getBoundingClientRect()
    const parts = [0.25, 0.5, 0.75].flatMap((x) => [0.25, 0.5, 0.75].map((y) => [x, y] as const))
    return {
      hit: parts.every(([x, y]) =>
        button.contains(document.elementFromPoint(left + x * width, top + y * height)),
      ),
      within: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
      large: width >= 44 && height >= 44,
    }
  }, selector)

const reachable = { hit: true, within: true, large: true }
const zoomed = { width: 320, height: 256 }

/** Clicks Quick Hide from within the page, because a click by Playwright would wait for the destination. */
const press = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLElement>('quick-hide button')?.click())

const addresses = async (page: Page) =>
  (await history(page)).map(({ url }) => url.replace(quickHide.address, ''))

describe('Point 1: the Quick Hide button', () => {
  test.each(routes)('is the first tab stop, 44 px large, and never covered on %s', async (route) => {
    const page = await visit(route, { before: withoutTour })
    await page.keyboard.press('Tab')
    await expect(quickHideButton(page)).toBeFocused()
    await expect(quickHideButton(page)).toHaveAccessibleName('Quick Hide: leave this page quickly')
    await expect(quickHideButton(page)).toHaveAttribute('title', 'Click to leave this page quickly')
    expect(await underFinger(page)).toEqual(reachable)
    // 400% zoom of a window of 1280 by 1024 (WCAG 2.2, 1.4.10).
    await page.setViewportSize(zoomed)
    for (const part of [0, 0.5, 1]) {
      await page.evaluate((part) => scrollTo(0, part * document.documentElement.scrollHeight), part)
      expect(await underFinger(page)).toEqual(reachable)
    }
  })

  test('is not covered by popups at 400% zoom', async () => {
    const page = await visit('/glossary', zoomed)
    await page.getByRole('combobox', { name: 'Search glossary' }).fill('a')
    await expect(page.getByRole('option').first()).toBeVisible()
    expect(await underFinger(page)).toEqual(reachable)
    await page.locator('[data-key=sort]').click()
    await expect(page.getByRole('link', { name: 'Oldest' })).toBeVisible()
    expect(await underFinger(page)).toEqual(reachable)
  })

  test.each([zoomed, { width: 768, height: 900 }])(
    'is also the first control in the open menu, %o',
    async (window) => {
      const page = await visit('/glossary', window)
      await page.getByRole('button', { name: 'Open the menu' }).click()
      const menu = page.getByRole('dialog', { name: 'Menu' })
      const inMenu = menu.locator('a, button, input').first()
      await expect(inMenu).toHaveAccessibleName('Quick Hide: leave this page quickly')
      await expect(inMenu).toBeFocused()
      expect(await underFinger(page, '.quick-hide-in-dialog button')).toEqual(reachable)
      await menu.evaluate((dialog) => dialog.scrollTo(0, dialog.scrollHeight))
      expect(await underFinger(page, '.quick-hide-in-dialog button')).toEqual(reachable)
      await inMenu.click()
      await page.waitForURL(quickHide.site.recipes)
    },
  )
})

describe('A click on Quick Hide', () => {
  test('Point 3: clears the screen, accessibility tree and tab title within one frame, and stops a film', async () => {
    // With destinations that open no page, the blank page stays open for the checks.
    Object.assign(quickHide.site.answers, { recipes: 'no page', fallback: 'no page' })
    const page = await visit('/glossary/gaslighting')
    const paused = await page.evaluate(async () => {
      const canvas = document.createElement('canvas')
      canvas.getContext('2d')?.fillRect(0, 0, 9, 9)
      const film = document.createElement('video')
      film.muted = true
      film.srcObject = canvas.captureStream()
      document.querySelector('main')?.append(film)
      await film.play()
      const before = film.paused
      document.querySelector<HTMLElement>('quick-hide button')?.click()
      await new Promise(requestAnimationFrame)
      return [before, film.paused, document.documentElement.textContent, document.title]
    })
    expect(paused).toEqual([false, true, 'LoadingLoading', 'Loading'])
    // A busy browser updates the accessibility tree late.
    const blank = { accessibleTexts: ['Loading'], text: 'LoadingLoading', title: 'Loading' }
    await expect.poll(() => remainingContent(page)).toMatchObject(blank)
    const left = await remainingContent(page)
    expect(left.icon).toMatch(/^data:image\/svg\+xml,/)
    expect(left.markup).not.toMatch(/unfog|gaslight|glossary/i)
    await expect(page.getByRole('status')).toHaveText('Loading')
  })

  test.each([
    ['light', 4_000],
    ['dark', 2_500],
  ] as const)(
    'Point 4: shows an empty page in the %s theme while each destination takes %i ms',
    async (colorScheme, wait) => {
      Object.assign(quickHide.site.answers, { recipes: wait, fallback: wait })
      const page = await visit('about:blank')
      const empty = await page.screenshot()
      await page.emulateMedia({ colorScheme })
      await page.goto('/glossary/gaslighting')
      await press(page)
      const pictures = await screenshotsUntilAnswered(page, quickHide.site)
      expect(pictures.length).toBeGreaterThan(1)
      expect(pictures.filter((picture) => !picture.equals(empty))).toEqual([])
      await page.waitForURL(/recipes|fallback/)
    },
  )

  test('Points 5 and 6: replaces the page in the same tab, and sends no Referer header', async () => {
    const page = await visit('/')
    await page.goto('/glossary/gaslighting')
    const before = await page.evaluate(() => window.history.length)
    await quickHideButton(page).click()
    await page.waitForURL(quickHide.site.recipes)
    expect(await page.evaluate(() => [window.history.length, document.referrer])).toEqual([before, ''])
    expect(await addresses(page)).toEqual(['about:blank', '/', quickHide.site.recipes])
    expect(page.context().pages()).toHaveLength(1)
    expect(quickHide.site.requests.map(({ headers }) => headers.referer)).toEqual([undefined])
  })

  test.each([
    ['the middle button', { button: 'middle' }],
    ['Ctrl held', { modifiers: ['Control'] }],
    ['Shift held', { modifiers: ['Shift'] }],
  ] as const)('Point 2: opens the destination in the same tab with %s', async (_how, options) => {
    const page = await visit('/glossary')
    await quickHideButton(page).click({
      ...options,
      modifiers: [...('modifiers' in options ? options.modifiers : [])],
    })
    await page.waitForURL(quickHide.site.recipes)
    expect(page.context().pages()).toHaveLength(1)
  })

  test('Point 20: sends only the request to leave, and not the text typed just before', async () => {
    quickHide.site.answers.recipes = 1_500
    const line = traceNetwork()
    const page = await visit('/glossary', { before: line.listen })
    await line.waitForIdle()
    const sent: string[] = []
    page.context().on('request', (request) => {
      if (!request.url().startsWith('data:'))
        sent.push(`${request.method()} ${request.url()} ${request.postData()}`)
    })
    // One step, because the debounce of the search could end between two commands of Playwright.
    await page.getByRole('searchbox', { name: 'Search terms' }).evaluate((box: HTMLInputElement) => {
      box.value = 'secret'
      box.dispatchEvent(new InputEvent('input', { bubbles: true }))
      document.querySelector<HTMLElement>('quick-hide button')?.click()
    })
    await page.waitForURL(quickHide.site.recipes, { waitUntil: 'commit' })
    expect(sent.slice(0, 2)).toEqual([
      `POST ${quickHide.address}/leave null`,
      `GET ${quickHide.site.recipes} null`,
    ])
    expect(sent.filter((request) => request.includes(quickHide.address))).toHaveLength(1)
  })

  test('Point 5: is not redirected by a script of the page that gets a response late', async () => {
    Object.assign(quickHide.site.answers, { recipes: 'no page', fallback: 'no page' })
    const page = await visit('/glossary')
    let answer = () => {}
    const late = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/healthz', async (route) => {
      await late
      await route.continue()
    })
    // An older script may use XMLHttpRequest, whose response Quick Hide cannot block.
    await page.evaluate(() => {
      const asked = new XMLHttpRequest()
      asked.onload = () => {
        document.title = 'heard'
        location.href = '/resources'
      }
      asked.open('GET', '/healthz')
      asked.send()
    })
    await press(page)
    answer()
    await expect.poll(() => page.title()).toBe('heard')
    await page.waitForTimeout(1_000)
    expect(page.url()).toBe(`${quickHide.address}/glossary`)
  })

  test('Point 5: is not redirected by a request that fails late, in Safe Mode in an older browser', async () => {
    Object.assign(quickHide.site.answers, { recipes: 'no page', fallback: 'no page' })
    const url = quickHide.address.replace('http:', 'https:')
    const page = await visit('/glossary/hoovering', {
      before: async (page) => {
        await page.context().addCookies([{ name: '__Host-view', value: '1', url, secure: true }])
        await page.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }))
      },
    })
    await expect(page.locator('main h1')).toHaveText('Hoovering')
    let fail = () => {}
    const late = new Promise<void>((resolve) => {
      fail = resolve
    })
    await page.route('**/', async (route) => {
      await late
      await route.abort()
    })
    const said = page.waitForRequest('**/')
    await page.locator('footer').getByRole('link', { name: 'Glossary', exact: true }).click()
    await said
    await press(page)
    await expect(page).toHaveTitle('Loading')
    const led: string[] = []
    page.on('request', (request) => led.push(request.url()))
    fail()
    await page.waitForTimeout(1_000)
    expect(led.filter((to) => to.startsWith(`${quickHide.address}/`))).toEqual([])
    const left = await remainingContent(page)
    expect(left.text).toBe('LoadingLoading')
    expect(left.markup, 'nor does the page say where it was').not.toMatch(/hoovering|glossary/i)
  })

  test('leaves the site even when the browser lacks a DOM method', async () => {
    const page = await visit('/glossary/gaslighting', {
      before: (page) =>
        page.addInitScript(() => {
          Reflect.deleteProperty(Element.prototype, 'append')
          // Hides the error, because a visit must end without an exception.
          addEventListener('error', (event) => event.preventDefault())
        }),
    })
    await quickHideButton(page).click()
    await page.waitForURL(quickHide.site.recipes)
  })

  test('leaves the site from the card with crisis lines', async () => {
    const page = await visit('/glossary')
    await page.getByRole('combobox').fill('he strangled me')
    await page.getByRole('region', { name: 'You can reach someone now' }).getByRole('button').click()
    await page.waitForURL(quickHide.site.recipes)
  })

  test('Point 14: shows no confirmation dialog, whatever was typed', async () => {
    const page = await visit('/glossary')
    await page.getByRole('searchbox', { name: 'Search terms' }).fill('half a word')
    const session = await page.context().newCDPSession(page)
    const { result } = await session.send('Runtime.evaluate', { expression: 'window' })
    const { listeners } = await session.send('DOMDebugger.getEventListeners', {
      objectId: result.objectId ?? '',
    })
    expect(listeners.map(({ type }) => type)).toContain('keydown')
    expect(listeners.map(({ type }) => type)).not.toContain('beforeunload')
    await quickHideButton(page).click()
    await page.waitForURL(quickHide.site.recipes)
  })

  test('Point 9: clears the cookies and storage of the site', async () => {
    const page = await visit('/glossary')
    await page.context().addCookies([{ name: 'kept', value: '1', url: quickHide.address }])
    await page.evaluate(() => localStorage.setItem('unfogTheme', 'dark'))
    await quickHideButton(page).click()
    await page.waitForURL(quickHide.site.recipes)
    await expect.poll(() => page.context().storageState()).toEqual({ cookies: [], origins: [] })
  })

  test('Points 5 and 8: works when the browser cannot replace the page, which stays blank after Back', async () => {
    const remembered: string[] = []
    const page = await visit('/glossary/gaslighting', {
      browser: withBackForwardCache,
      before: async (page) => {
        await page.exposeFunction('remember', (word: string) => remembered.push(word))
        await page.addInitScript(() => {
          addEventListener('pageshow', ({ persisted }) => {
            const { remember } = window as unknown as { remember: (word: string) => void }
            if (persisted) remember(document.documentElement.textContent)
          })
        })
        // `location.replace` cannot be overridden, so the module is served with a `location` above it that throws.
        // Its hash in the page would refuse that.
        await page.route('**/glossary/gaslighting', async (route) => {
          const response = await route.fetch()
          const body = (await response.text()).replaceAll(/ integrity="[^"]*"/g, '')
          await route.fulfill({ response, body })
        })
        await page.route('**/assets/*.js', async (route) => {
          const response = await route.fetch()
          await route.fulfill({ response, body: `${refusing}\n${await response.text()}` })
        })
      },
    })
    await quickHideButton(page).click()
    await page.waitForURL(quickHide.site.recipes)
    expect(await addresses(page)).toEqual(['about:blank', '/glossary/gaslighting', quickHide.site.recipes])
    const anew = page.waitForResponse(`${quickHide.address}/glossary/gaslighting`)
    await page.goBack({ waitUntil: 'commit' })
    await anew
    await expect.poll(() => remembered).toEqual(['LoadingLoading'])
  })
})

const refusing = `const location = {
  replace() { throw new DOMException('refused', 'SecurityError') },
  reload() { globalThis.location.reload() },
  set href(address) { globalThis.location.href = address },
  get href() { return globalThis.location.href },
  get pathname() { return globalThis.location.pathname },
}`
