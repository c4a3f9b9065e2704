import type { Locator } from 'playwright'
import { test } from 'vitest'
import { expect, journey } from '../support/journey.ts'
import { privateArea } from '../support/private-area.ts'

const { visit } = journey()
const area = privateArea()

/** A screenshot of an element, compared by its bytes: forced colors make all backgrounds alike, and all text. */
const drawn = async (of: Locator) => (await of.screenshot({ animations: 'disabled' })).toString('base64')

/** Whether an element looks different with an attribute than without it. */
async function seenBy(of: Locator, sign: string, value: string) {
  const before = await drawn(of)
  await of.evaluate((element, [sign, value]) => element.setAttribute(sign, value), [sign, value] as const)
  const after = await drawn(of)
  await of.evaluate((element, sign) => element.removeAttribute(sign), sign)
  return before !== after
}

test('In forced colors selected and current items look different from others', async () => {
  const { page } = await visit('/', {
    before: (page) => page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' }),
  })
  expect(await seenBy(page.locator('.slide-dot').nth(1), 'aria-current', 'true'), 'dot').toBe(true)
  await page.getByRole('banner').getByRole('combobox').fill('gas')
  const option = page.getByRole('banner').getByRole('option').nth(1)
  await expect(option).toBeVisible()
  expect(await seenBy(option, 'aria-selected', 'true'), 'option').toBe(true)
  await page.goto('/glossary')
  expect(await seenBy(page.locator('[data-key=b]'), 'aria-current', 'true'), 'letter').toBe(true)
})

test('In forced colors the private area shows selected and current items, and a dialog has a border', async () => {
  const { email } = await area.createUser()
  const { page } = await area.signIn(email, '/dashboard/connections/new', {
    before: (page) => page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' }),
  })
  const room = page.locator('.sidebar').getByRole('link', { name: 'Favorites' })
  expect(await seenBy(room, 'aria-current', 'page'), 'room').toBe(true)
  await page.getByRole('combobox', { name: /Linked term/ }).fill('gas')
  const option = page.getByRole('option').first()
  await expect(option).toBeVisible()
  expect(await seenBy(option, 'aria-selected', 'true'), 'term').toBe(true)
  await page.goto('/dashboard/glossary/gaslighting')
  await page.locator('html[data-interactive]').waitFor()
  await page.getByRole('link', { name: 'Write about Gaslighting' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write about Gaslighting' })
  await expect(dialog).toBeVisible()
  const edge = await dialog.evaluate((element) => {
    const { outlineStyle, outlineWidth, borderTopWidth } = getComputedStyle(element)
    return (outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth)) + Number.parseFloat(borderTopWidth)
  })
  expect(edge).toBeGreaterThan(0)
})
