import type { CDPSession, Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import {
  escapeTwice,
  pressEscape,
  quickHideButton,
  quickHideSite,
  routes,
  see,
} from '../support/quick-hide.ts'

const quickHide = quickHideSite()
const { visit } = quickHide

const headerSearch = (page: Page) => page.getByRole('combobox', { name: 'Search glossary' })
const listSearch = (page: Page) => page.getByRole('searchbox', { name: 'Search terms' })

/** A text area such as the journal will have, with the cursor in it. */
const writeText = (page: Page) =>
  page.evaluate(() => {
    const area = document.createElement('textarea')
    area.value = 'half a thought'
    document.querySelector('main')?.prepend(area)
    area.focus()
  })

async function openMenu(page: Page) {
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await see(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
}

async function openSort(page: Page) {
  await page.locator('[data-key=sort]').click()
  await see(page.getByRole('link', { name: 'Oldest' })).toBeVisible()
}

async function findTerms(page: Page) {
  await headerSearch(page).fill('ga')
  await see(page.getByRole('option').first()).toBeVisible()
}

/** Fills the screen with the text of the page, as a film would. */
async function fillScreen(page: Page) {
  await page.evaluate(() => {
    const main = document.querySelector('main')
    main?.addEventListener('click', () => main.requestFullscreen(), { once: true })
  })
  await page.getByRole('heading', { level: 1 }).click()
  await page.waitForFunction(() => document.fullscreenElement)
}

/** @returns when it ended, in milliseconds since 1970 */
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

/** Other scripts of the page keep every key for themselves, as early as they can. */
const swallowKeys = (page: Page) =>
  page.evaluate(() => {
    for (const place of [window, document, document.activeElement]) {
      for (const capture of [true, false]) {
        place?.addEventListener('keydown', (event) => event.stopImmediatePropagation(), { capture })
      }
    }
  })

const left = (page: Page) => page.waitForURL(quickHide.site.recipes)

/** The page empties itself while the key is pressed, so that what still stands after the press was not left. */
async function seeStill(page: Page) {
  await see(quickHideButton(page)).toBeVisible()
  expect(page.url()).toBe(`${quickHide.address}/glossary`)
  expect(quickHide.site.requests).toEqual([])
}

describe('Point 15: ESC twice leaves', () => {
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

  test('where the browser keeps the first ESC for itself, to end full screen', async () => {
    const page = await visit('/glossary')
    await fillScreen(page)
    const ended = await endFullScreen(page)
    await seeStill(page)
    // Half a second later, however long it took to see that.
    await pressEscape(page, ended + 500)
    await left(page)
  })

  test('Point 16: on every page, since no page has a list box or a frame that would keep the key for itself', async () => {
    for (const route of routes) {
      const text = await (await fetch(quickHide.address + route)).text()
      expect(text).toContain('<quick-hide ')
      expect(text, route).not.toMatch(/<(select|iframe|object|embed)\b/)
    }
  })
})

describe('Point 17: one ESC keeps its meaning', () => {
  test('in the search of the header: it closes the results and leaves the text', async () => {
    const page = await visit('/glossary')
    await findTerms(page)
    await page.keyboard.press('Escape')
    await see(page.getByRole('option')).toHaveCount(0)
    await see(headerSearch(page)).not.toBeFocused()
    await see(headerSearch(page)).toHaveValue('ga')
    await seeStill(page)
  })

  test('in the menu: it closes it', async () => {
    const page = await visit('/glossary', { width: 768 })
    await openMenu(page)
    await page.keyboard.press('Escape')
    await see(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
    await see(page.getByRole('button', { name: 'Open the menu' })).toBeFocused()
    await seeStill(page)
  })

  test('in the list of ways to sort: it closes it', async () => {
    const page = await visit('/glossary')
    await openSort(page)
    await page.keyboard.press('Escape')
    await see(page.getByRole('link', { name: 'Oldest' })).toBeHidden()
    await see(page.locator('[data-key=sort]')).toBeFocused()
    await seeStill(page)
  })

  test('in a text area: it loses no letter', async () => {
    const page = await visit('/glossary')
    await writeText(page)
    await page.keyboard.press('Escape')
    await see(page.locator('textarea')).toHaveValue('half a thought')
    await see(page.locator('textarea')).toBeFocused()
    await seeStill(page)
  })

  test('in full screen, even where the browser both tells the page of the key and ends full screen', async () => {
    const page = await visit('/glossary')
    await fillScreen(page)
    await page.keyboard.press('Escape')
    await endFullScreen(page)
    await seeStill(page)
  })
})

describe('Point 17: what is not ESC twice', () => {
  test('a held key', async () => {
    const page = await visit('/glossary')
    for (let times = 0; times < 5; times++) await page.keyboard.down('Escape')
    await page.keyboard.up('Escape')
    await seeStill(page)
  })

  test('two presses more than a second apart; the second begins anew', async () => {
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

  test('the ESC of somebody who writes Japanese and lets a suggestion go', async () => {
    const page = await visit('/glossary')
    await writeText(page)
    const session: CDPSession = await page.context().newCDPSession(page)
    await session.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 })
    await escapeTwice(page)
    await seeStill(page)
    // Safari ends the composition first and marks the key by its code alone.
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

describe('Once one leaves', () => {
  test('Point 18: more presses of ESC do not stop it, and a second destination is tried after three seconds', async () => {
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
    // The first press was nobody's, the second left without telling others, and the rest were kept from the browser.
    expect(swallowed).toEqual([false, true, true])
    expect(quickHide.site.requests.map(({ path }) => path)).toEqual(['/recipes', '/fallback'])
    expect((quickHide.site.requests[1]?.at ?? 0) - began).toBeGreaterThan(3_000)
  })

  test('Point 19: a screen reader hears Loading, and nothing of ours', async () => {
    Object.assign(quickHide.site.answers, { recipes: 'no page', fallback: 'no page' })
    const page = await visit('/glossary')
    await escapeTwice(page)
    await see(page.getByRole('status')).toHaveText('Loading')
    expect(await page.locator('body').ariaSnapshot()).toBe('- status: Loading')
  })
})
