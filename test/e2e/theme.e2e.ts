import type { Page } from 'playwright'
import { describe, test } from 'vitest'
import { expect, journey } from '../support/journey.ts'

const { visit } = journey()

describe('The theme', () => {
  const theme = (page: Page, name: string) =>
    page.getByRole('contentinfo').getByRole('radio', { name, exact: true })
  const ground = (page: Page) =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const brightness = async (page: Page) => {
    const parts =
      (await ground(page))
        .match(/[\d.]+/g)
        ?.slice(0, 3)
        .map(Number) ?? []
    return parts.reduce((sum, part) => sum + part, 0) / 3 > 128 ? 'light' : 'dark'
  }

  test('follows the system, can be changed, and is restored before the first paint without a script file', async () => {
    const { page } = await visit('/glossary', { colorScheme: 'light' })
    expect(await brightness(page)).toBe('light')
    await expect(theme(page, 'System')).toBeChecked()
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await brightness(page)).toBe('dark')
    await theme(page, 'Light').check()
    expect(await brightness(page)).toBe('light')
    await page.emulateMedia({ colorScheme: 'light' })
    await theme(page, 'Dark').check()
    expect(await brightness(page)).toBe('dark')

    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.body) return
        observer.disconnect()
        document.documentElement.setAttribute(
          'data-before-body',
          document.documentElement.dataset.theme ?? 'none',
        )
      }).observe(document, { childList: true, subtree: true })
    })
    await page.route('**/*.js', (route) => route.abort())
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('data-before-body', 'dark')
    expect(await brightness(page)).toBe('dark')
    await page.unroute('**/*.js')
    await page.reload()
    await expect(theme(page, 'Dark')).toBeChecked()
    await theme(page, 'System').check()
    expect(await brightness(page)).toBe('light')
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  })
})
