import { test } from 'vitest'
import { expectAccessible } from '../support/browser.ts'
import { journey, see } from '../support/journey.ts'
import { screens } from '../support/screens.ts'

const { visit } = journey()

/** The rules that a theme can break. */
const ofColor = ['color-contrast', 'link-in-text-block']

test.each(screens)(
  '%s breaks no rule of accessibility, in both themes, on small screens and large',
  async (path) => {
    const { page } = await visit(path)
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme: 'light' })
      await expectAccessible(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectAccessible(page, ofColor)
    }
  },
)

test('What opens breaks no rule either, in both themes', async () => {
  const { page } = await visit('/glossary', { width: 360 })
  const expectInBothThemes = async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, ofColor)
  }
  await page.getByRole('banner').getByRole('combobox').fill('a')
  await page.keyboard.press('ArrowDown')
  await see(page.getByRole('option')).toHaveCount(5)
  await expectInBothThemes()
  await page.keyboard.press('Escape')
  await page.locator('[data-key=sort]').click()
  await see(page.getByRole('link', { name: 'Oldest' })).toBeVisible()
  await expectInBothThemes()
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await see(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expectInBothThemes()
})
