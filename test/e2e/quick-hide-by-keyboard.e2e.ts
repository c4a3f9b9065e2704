import type { CDPSession, Page } from 'playwright'
import { describe, test } from 'vitest'
import { expect } from '../support/journey.ts'
import { escapeTwice, pressEscape, quickHideButton, quickHideSite, routes } from '../support/quick-hide.ts'

const quickHide = quickHideSite()
const { visit } = quickHide

const headerSearch = (page: Page) => page.getByRole('combobox', { name: 'Search glossary' })
const listSearch = (page: Page) => page.getByRole('searchbox', { name: 'Search terms' })

/** Adds a focused text area to the page. */
const writeText = (page: Page) =>
  page.evaluate(() => {
    const area = document.createElement('textarea')
    area.value = 'half a thought'
    document.querySelector('main')?.prepend(area)
    area.focus()
  })

async function openMenu(page: Page) {
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
}

async function openSort(page: Page) {
  await page.locator('[data-key=sort]').click()
  await expect(page.getByRole('link', { name: 'Oldest' })).toBeVisible()
}

async function findTerms(page: Page) {
  await headerSearch(page).fill('ga')
  await expect(page.getByRole('option').first()).toBeVisible()
}

/** Shows the text of the page in full screen, as a film would be. */
async function fillScreen(page: Page) {
  await page.evaluate(() => {
    const main = document.querySelector('main')
    main?.addEventListener('click', () => main.requestFullscreen(), { once: true })
  })
  await page.getByRole('heading', { level: 1 }).click()
  await page.waitForFunction(() => document.fullscreenElement)
}

/** @returns when full screen ended, in milliseconds since 1970 */
const endFullScreen = (page: Page) =>
  page.evaluate(async () => {
    const ended = new Promise<number>((resolve) =>
      document.addEventListener(
        'fullscreenchange',
        ({ timeStamp }) => resolve(performance.timeOrigin + timeStamp),
        { once: true },
      ),
    )
    await document.exitFullscreen()
    return ended
  })

/** Adds scripts that stop the propagation of every key as early as they can. */
const swallowKeys = (page: Page) =>
  page.evaluate(() => {
    for (const place of [window, document, document.activeElement]) {
      for (const capture of [true, false]) {
        place?.addEventListener('keydown', (event) => event.stopImmediatePropagation(), { capture })
      }
    }
  })

const left = (page: Page) => page.waitForURL(quickHide.site.recipes)

/** The page is blanked during the key press, so a page that is still visible after it has not been left. */
async function seeStill(page: Page) {
  await expect(quickHideButton(page)).toBeVisible()
  expect(page.url()).toBe(`${quickHide.address}/glossary`)
  expect(quickHide.site.requests).toEqual([])
}

describe('Point 15: ESC twice leaves the site', () => {
  test.each([
    ['from the page itself', async () => {}],
    ['from a text area', writeText],
    ['from the search of the header', (page: Page) => headerSearch(page).focus()],
    ['with its results open', findTerms],
    ['from the search of the list', (page: Page) => listSearch(page).fill('silent')],
    ['from the open menu', openMenu],
    ['from the open list of ways to sort', openSort],
    ['from full screen', fillScreen],
  ] as const)('%s, whatever other scripts do with the key', async (_place, prepare) => {
    const page = await visit('/glossary', { width: 768 })
    await prepare(page)
    await swallowKeys(page)
    await escapeTwice(page)
    await left(page)
    expect(page.context().pages()).toHaveLength(1)
  })

  test('when the browser uses the first ESC to end full screen', async () => {
    const page = await visit('/glossary')
    await fillScreen(page)
    const ended = await endFullScreen(page)
    await seeStill(page)
    // Half a second after full screen ended, however long the test took to notice.
    await pressEscape(page, ended + 500)
    await left(page)
  })

  test('Point 16: on every page, because no page has a select or iframe that would capture the key', async () => {
    for (const route of routes) {
      const text = await (await fetch(quickHide.address + route)).text()
      expect(text).toContain('<quick-hide ')
      expect(text, route).not.toMatch(/<(select|iframe|object|embed)\b/)
    }
  })
})

describe('Point 17: a single ESC keeps its usual function', () => {
  test('in the header search: it closes the results and keeps the text', async () => {
    const page = await visit('/glossary')
    await findTerms(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('option')).toHaveCount(0)
    await expect(headerSearch(page)).not.toBeFocused()
    await expect(headerSearch(page)).toHaveValue('ga')
    await seeStill(page)
  })

  test('in the menu: it closes the menu', async () => {
    const page = await visit('/glossary', { width: 768 })
    await openMenu(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Open the menu' })).toBeFocused()
    await seeStill(page)
  })

  test('in the sort menu: it closes the menu', async () => {
    const page = await visit('/glossary')
    await openSort(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: 'Oldest' })).toBeHidden()
    await expect(page.locator('[data-key=sort]')).toBeFocused()
    await seeStill(page)
  })

  test('in a text area: it deletes no text', async () => {
    const page = await visit('/glossary')
    await writeText(page)
    await page.keyboard.press('Escape')
    await expect(page.locator('textarea')).toHaveValue('half a thought')
    await expect(page.locator('textarea')).toBeFocused()
    await seeStill(page)
  })

  test('in full screen: it only ends full screen, even when the page also gets the key event', async () => {
    const page = await visit('/glossary')
    await fillScreen(page)
    await page.keyboard.press('Escape')
    await endFullScreen(page)
    await seeStill(page)
  })
})

describe('Point 17: Quick Hide is not triggered by', () => {
  test('a held key', async () => {
    const page = await visit('/glossary')
    for (let times = 0; times < 5; times++) await page.keyboard.down('Escape')
    await page.keyboard.up('Escape')
    await seeStill(page)
  })

  test('two presses more than a second apart; the second one counts as a new first press', async () => {
    const page = await visit('/glossary')
    await page.keyboard.press('Escape')
    await page.waitForTimeout(1_100)
    await page.keyboard.press('Escape')
    await seeStill(page)
    await page.waitForTimeout(1_100)
    await seeStill(page)
    await escapeTwice(page)
    await left(page)
  })

  test('ESC that cancels an IME suggestion, as in Japanese', async () => {
    const page = await visit('/glossary')
    await writeText(page)
    const session: CDPSession = await page.context().newCDPSession(page)
    await session.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 })
    await escapeTwice(page)
    await seeStill(page)
    // Safari ends the composition before the key event, which then has only its keyCode as a sign.
    await page.evaluate(() => {
      for (let times = 0; times < 2; times++) {
        const init: KeyboardEventInit = { key: 'Escape', keyCode: 229, bubbles: true, cancelable: true }
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init))
      }
    })
    await seeStill(page)
    await session.send('Input.insertText', { text: '日' })
    await escapeTwice(page)
    await left(page)
  })
})

describe('After Quick Hide has started', () => {
  test('Point 18: further ESC presses do not stop it, and the second destination is tried after three seconds', async () => {
    quickHide.site.answers.recipes = 'never'
    const swallowed: boolean[] = []
    const page = await visit('/glossary', {
      before: (page) => page.exposeFunction('remember', (stopped: boolean) => swallowed.push(stopped)),
    })
    await page.evaluate(() => {
      const { remember } = window as unknown as { remember: (stopped: boolean) => void }
      addEventListener('keydown', (event) => remember(event.defaultPrevented))
    })
    const began = performance.now()
    await escapeTwice(page)
    await expect.poll(() => quickHide.site.requests.length).toBe(1)
    await escapeTwice(page)
    await page.waitForURL(quickHide.site.fallback)
    // The first press is not prevented, the second one is stopped before this listener, and further ones are prevented.
    expect(swallowed).toEqual([false, true, true])
    expect(quickHide.site.requests.map(({ path }) => path)).toEqual(['/recipes', '/fallback'])
    expect((quickHide.site.requests[1]?.at ?? 0) - began).toBeGreaterThan(3_000)
  })

  test('Point 19: a screen reader reads Loading, and nothing from this site', async () => {
    Object.assign(quickHide.site.answers, { recipes: 'no page', fallback: 'no page' })
    const page = await visit('/glossary')
    await escapeTwice(page)
    await expect(page.getByRole('status')).toHaveText('Loading')
    expect(await page.locator('body').ariaSnapshot()).toBe('- status: Loading')
  })
})
