import type { Page } from 'playwright'
import { beforeAll, describe, test } from 'vitest'
import { expect } from '../support/journey.ts'
import { privateArea } from '../support/private-area.ts'

const { visit, createUser, signIn } = privateArea()

const eye = (page: Page) => page.getByRole('button', { name: /Quick Hide: / }).first()
const tip = (page: Page) => page.getByRole('complementary', { name: 'About Quick Hide' })

/** Expects Quick Hide to be whole, at least 44 px large and not covered. */
async function expectEye(page: Page) {
  await expect(eye(page)).toBeInViewport({ ratio: 1 })
  const seen = await eye(page).evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect()
    const over = document.elementFromPoint(left + width / 2, top + height / 2)
    return { small: Math.min(width, height) < 44, covered: !button.contains(over) }
  })
  expect(seen).toEqual({ small: false, covered: false })
}

/** Windows of 1280 by 1024, 1440 by 900 and 1920 by 1080 px at a zoom of 400%, in CSS pixels. */
const windows = [
  { width: 320, height: 256 },
  { width: 360, height: 225 },
  { width: 480, height: 270 },
]

/** The height that the window has left for the text, in CSS pixels. */
const left = (page: Page) =>
  page.getByRole('main').evaluate((main) => innerHeight - main.getBoundingClientRect().top)

test.each(['/', '/glossary', '/glossary/gaslighting', '/resources', '/contact'])(
  'At a zoom of 400 percent %s shows the start of its text below the header and the tip without scrolling',
  async (path) => {
    const { page } = await visit(path, windows[0])
    await expect(tip(page)).toBeVisible()
    for (const window of windows) {
      await page.setViewportSize(window)
      await expectEye(page)
      expect(await left(page), JSON.stringify(window)).toBeGreaterThan(50)
    }
    await tip(page).getByRole('button').click()
    await expect(tip(page)).toBeHidden()
    for (const window of windows) {
      await page.setViewportSize(window)
      expect(await left(page), JSON.stringify(window)).toBeGreaterThan(0.7 * window.height)
      await expectEye(page)
    }
  },
)

const messages = (page: Page) => page.locator('.toast:visible')

let email: string
beforeAll(async () => {
  ;({ email } = await createUser())
})

describe.each([
  [320, 256],
  [360, 640],
  [1280, 800],
])('At %i by %i px a message', (width, height) => {
  /** The focused element, if a message covers its middle (WCAG 2.4.11). */
  const covered = (page: Page) =>
    page.evaluate(() => {
      const focus = document.activeElement as Element
      const { top, bottom, left, right } = focus.getBoundingClientRect()
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return over?.closest('.toast') ? focus.outerHTML.slice(0, 120) : ''
    })

  test('covers neither the pressed button, nor the next tab stop, nor Quick Hide', async () => {
    const { page } = await signIn(email, '/dashboard/glossary', { width, height })
    const hearts = page.getByRole('main').getByRole('button', { name: /^Save .* to favorites$/ })
    await hearts.nth(5).focus()
    // At the bottom of the window, where messages are.
    await hearts.nth(5).evaluate((heart) => heart.scrollIntoView({ block: 'end' }))
    await page.keyboard.press('Enter')
    await expect(messages(page)).toHaveCount(1)
    expect(await covered(page)).toBe('')
    for (let key = 0; key < 6; key++) {
      await page.keyboard.press(key < 4 ? 'Tab' : 'Shift+Tab')
      await expect.poll(() => covered(page), { message: `after ${key + 1} keys` }).toBe('')
      await expectEye(page)
    }
    // By pointer, in the middle and at the top.
    for (const block of ['center', 'start'] as const) {
      await hearts.nth(9).evaluate((heart, block) => heart.scrollIntoView({ block }), block)
      await hearts.nth(9).click()
      await expect(messages(page).first()).toContainText(/favorites/)
      expect(await covered(page), block).toBe('')
      await expectEye(page)
    }
  })
})

test('A message is not shown again in the next dialog', async () => {
  const { page } = await signIn(email, '/dashboard/glossary/darvo', { width: 360, height: 640 })
  await page.getByRole('button', { name: 'Save DARVO to favorites' }).click()
  await expect(messages(page)).toHaveText(/^Added to favorites/)
  await page.getByRole('link', { name: 'Write about DARVO' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write about DARVO' })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await expect(messages(page)).toHaveCount(0)
  await expect(dialog.getByRole('region', { name: 'Messages' })).toHaveText('')
})
