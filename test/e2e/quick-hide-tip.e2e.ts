import type { Page } from 'playwright'
import { describe, test } from 'vitest'
import { expect } from '../support/journey.ts'
import { escapeTwice, quickHideButton, quickHideSite, routes } from '../support/quick-hide.ts'

const quickHide = quickHideSite()
const { visit } = quickHide

const words =
  'Click the Eye or hit ESC twice to leave this site fast. Click X dismisses this tip. Clear browser history for privacy.'

const tip = (page: Page) => page.getByRole('complementary', { name: 'About Quick Hide' })
const dismiss = (page: Page) => tip(page).getByRole('button', { name: 'Dismiss this tip' })
const besideTip = (page: Page) => tip(page).getByRole('checkbox', { name: 'ESC twice leaves' })
const inFooter = (page: Page) =>
  page.getByRole('contentinfo').getByRole('checkbox', { name: 'ESC twice leaves' })
const remembered = (page: Page) => page.evaluate(() => localStorage.unfogQuickHideTipDismissed)
const holdScripts = (page: Page) => page.route('**/assets/*.js', () => {})

/** A browser that refuses storage, as some do with cookies switched off. */
const refuseStorage = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('refused', 'SecurityError')
      },
    })
  })

/** Records for every frame from the first one on whether the tip is visible. */
const watchTip = (page: Page) =>
  page.addInitScript(() => {
    const seen = window as unknown as { tipSeen: boolean }
    const look = () => {
      if (document.querySelector('quick-hide-tip')?.getClientRects().length) seen.tipSeen = true
      requestAnimationFrame(look)
    }
    look()
  })

describe('The tip', () => {
  test('Point 24: has the text of the specification on every page, and stores nothing', async () => {
    const page = await visit('/')
    for (const route of routes) {
      await page.goto(route)
      await expect(tip(page)).toBeVisible()
      await expect(tip(page).getByRole('paragraph')).toHaveText(words)
    }
    // The demo stores the step of its tour once that has begun; nothing else may be stored.
    const keys = await page.evaluate(() => Object.keys(localStorage))
    expect(keys.filter((key) => key !== 'unfogDemoTourState')).toEqual([])
  })

  test('is hidden when it is dismissed by mouse, and stays hidden on every page and after a reload', async () => {
    const page = await visit('/glossary')
    await dismiss(page).click()
    await expect(tip(page)).toHaveCount(0)
    expect(await remembered(page)).toBe('true')
    await page.reload()
    await expect(quickHideButton(page)).toBeVisible()
    await expect(tip(page)).toBeHidden()
    await page.goto('/no-such-page')
    await expect(tip(page)).toBeHidden()
  })

  test.each([1280, 320])(
    'changes no text and no scroll position when dismissed at a width of %i, and the focus moves on',
    async (width) => {
      const page = await visit('/glossary', { width })
      const text = await page.locator('main').ariaSnapshot()
      await dismiss(page).press('Enter')
      await expect(page.locator('main')).toBeFocused()
      expect(await page.locator('main').ariaSnapshot()).toBe(text)
      expect(await page.evaluate(() => scrollY)).toBe(0)
      await page.keyboard.press('Tab')
      await expect(page.locator('main :is(a, input, button, summary)').first()).toBeFocused()
    },
  )

  test('does not flash once it is dismissed, however late the script comes', async () => {
    const page = await visit('/glossary', { before: watchTip })
    // A busy machine may finish loading a page before it draws the first frame.
    await page.waitForFunction(() => 'tipSeen' in window)
    await dismiss(page).click()
    let letScriptsCome = () => {}
    const waited = new Promise<void>((resolve) => {
      letScriptsCome = resolve
    })
    await page.route('**/assets/*.js', async (route) => waited.then(() => route.continue()))
    const asked = page.waitForRequest('**/assets/*.js')
    await page.goto('/glossary', { waitUntil: 'commit' })
    await asked
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    await expect(inFooter(page)).toBeHidden()
    letScriptsCome()
    await expect(inFooter(page)).toBeVisible()
    await expect(tip(page)).toBeHidden()
    expect(await page.evaluate(() => 'tipSeen' in window)).toBe(false)
  })

  test('is shown on every page when the browser blocks storage, and can still be dismissed on the current page', async () => {
    const page = await visit('/glossary', { before: refuseStorage })
    await dismiss(page).click()
    await expect(tip(page)).toHaveCount(0)
    await page.reload()
    await expect(tip(page)).toBeVisible()
  })

  test.each([
    ['without JavaScript', () => visit('/glossary', { javaScript: false })],
    [
      'before the script has come',
      async () => {
        const page = await visit('about:blank', { before: holdScripts })
        await page.goto('/glossary', { waitUntil: 'commit' })
        return page
      },
    ],
  ])('is shown %s without controls that would not work', async (_when, open) => {
    const page = await open()
    await expect(tip(page).getByRole('paragraph')).toHaveText(words)
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(
      page.locator('quick-hide-tip button, shortcut-switch').filter({ visible: true }),
    ).toHaveCount(0)
  })
})

describe('Point 19: the shortcut switch', () => {
  test('beside the tip turns the shortcut off, persists after a reload, and stays in sync with the footer', async () => {
    const page = await visit('/glossary')
    await expect(besideTip(page)).toBeChecked()
    await expect(inFooter(page)).toBeChecked()
    await besideTip(page).uncheck()
    await expect(inFooter(page)).not.toBeChecked()
    await escapeTwice(page)
    await expect(quickHideButton(page)).toBeVisible()
    await page.reload()
    await expect(besideTip(page)).not.toBeChecked()
    await expect(inFooter(page)).not.toBeChecked()
    await escapeTwice(page)
    await expect(quickHideButton(page)).toBeVisible()
    expect(quickHide.site.requests).toEqual([])
    await inFooter(page).check()
    await expect(besideTip(page)).toBeChecked()
    await escapeTwice(page)
    await page.waitForURL(quickHide.site.recipes)
  })

  test('does not change the Quick Hide button', async () => {
    const page = await visit('/glossary')
    await inFooter(page).uncheck()
    await quickHideButton(page).click()
    await page.waitForURL(quickHide.site.recipes)
  })

  test('applies to the current page when the browser blocks storage', async () => {
    const page = await visit('/glossary', { before: refuseStorage })
    await besideTip(page).uncheck()
    await escapeTwice(page)
    await expect(quickHideButton(page)).toBeVisible()
    await page.reload()
    await expect(besideTip(page)).toBeChecked()
    await escapeTwice(page)
    await page.waitForURL(quickHide.site.recipes)
  })
})
