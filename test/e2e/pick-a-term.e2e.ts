import { test } from 'vitest'
import { createGate } from '../support/glossary-page.ts'
import { expect } from '../support/journey.ts'
import { hydrated, privateArea } from '../support/private-area.ts'

const { createUser, signIn } = privateArea()

async function picking() {
  const { page } = await signIn((await createUser()).email, '/dashboard/connections/new')
  await hydrated(page)
  return { page, box: page.getByRole('combobox', { name: /Linked term/ }) }
}

test('Enter chooses a match for the typed text, not an outdated option, while the terms still load', async () => {
  const { page, box } = await picking()
  const options = page.getByRole('listbox', { name: 'Terms' }).getByRole('option')
  await box.fill('ga')
  await expect(options.filter({ hasText: /^Gaslighting$/ })).toBeVisible()
  expect(await options.first().textContent()).not.toMatch(/gaslight/i)

  const late = createGate()
  await page.route('**/api/terms/options?q=gasl*', late.hold)
  await box.press('End')
  await page.keyboard.type('slighting')
  await page.keyboard.press('ArrowDown')
  const marked = await box.getAttribute('aria-activedescendant')
  await expect(page.locator(`[id="${marked}"]`)).toHaveText(/gaslighting/i)
  await Promise.all([page.waitForResponse(/terms\/options\?q=gasl/), late.open()])
  // Terms that load meanwhile do not change the active option.
  await expect(box).toHaveAttribute('aria-activedescendant', marked ?? '')
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue(/gaslighting/i)
})

test('Keys pressed during IME composition choose no option, in the term picker and in the header search', async () => {
  const { page, box } = await picking()
  const search = page.getByRole('banner').getByRole('combobox')
  const compose = (field: typeof box, key: string) =>
    field.evaluate(
      (element, key) =>
        element.dispatchEvent(
          new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true }),
        ),
      key,
    )
  for (const field of [box, search]) {
    await field.fill('gaslighting')
    await expect(page.getByRole('option', { name: /^Gaslighting/ }).first()).toBeVisible()
    for (const key of ['ArrowDown', 'Enter', 'Escape']) expect(await compose(field, key)).toBe(true)
    await expect(field).not.toHaveAttribute('aria-activedescendant')
    await expect(field).toHaveAttribute('aria-expanded', 'true')
  }
})

test('A text without a match is reported as loading, not as missing, until all terms have loaded', async () => {
  const { page, box } = await picking()
  const note = page.locator('.picker-list').getByRole('status')
  await box.fill('silent')
  await expect(page.getByRole('option', { name: 'Silent Treatment', exact: true })).toBeVisible()
  const late = createGate()
  await page.route('**/api/terms/options?q=zz*', late.hold)
  await box.fill('zzqq')
  await expect(note).toHaveText('Loading...')
  late.open()
  await expect(note).toHaveText('No matching term. You can leave this empty.')
})
