import type { Page } from 'playwright'
import { describe, inject, test } from 'vitest'
import { signUpByRequest } from '../support/account.ts'
import { expect, journey, type VisitOptions } from '../support/journey.ts'

const address = inject('address')
const { visit } = journey()
const headers = { 'Sec-Fetch-Site': 'same-origin' }
const items = (page: Page) => page.getByRole('main').getByRole('listitem')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** A new user with a Connection for each text, on the page of the last one. */
async function writer(texts: string[], options: VisitOptions = {}) {
  const { page } = await visit('/dashboard/connections', {
    ...options,
    before: async (page) => {
      await signUpByRequest(page, address)
      for (const content of texts) {
        const answer = await page.request.post(`${address}/api/journal-entries`, {
          data: { content },
          headers,
        })
        expect(answer.status()).toBe(201)
      }
    },
  })
  await items(page).first().getByRole('link').click()
  await expect(page.locator('.entry-text')).toHaveText(texts.at(-1) ?? '')
  return page
}

describe('A Connection that was deleted', () => {
  test('comes back by Undo in the message', async () => {
    const page = await writer(['She hid my keys.'])
    await press(page, 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No connections yet')).toBeVisible()
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await expect(page.locator('.entry-text')).toHaveText('She hid my keys.')
    await page.getByRole('link', { name: 'Back to Connections' }).click()
    await expect(items(page)).toHaveCount(1)
  })

  test('stays deleted and says so when Undo cannot reach the server', async () => {
    const page = await writer(['She hid my keys.'])
    await press(page, 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.route('**/restore', (route) => route.abort())
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await expect(page.locator('.toast')).toContainText('could not be restored')
    await page.goto('/dashboard/connections/trash')
    await expect(items(page)).toContainText(['She hid my keys.'])
  })

  test.each([true, false])('is restored or erased in the trash (JavaScript: %s)', async (javaScript) => {
    const page = await writer(['One.', 'Two.', 'Three.'], { javaScript })
    for (const text of ['Three.', 'Two.', 'One.']) {
      await expect(page.locator('.entry-text')).toHaveText(text)
      await press(page, 'Delete')
      await page
        .getByRole(javaScript ? 'dialog' : 'region', { name: 'Delete Connection' })
        .getByRole('button', { name: 'Delete' })
        .click()
      await page.waitForURL('**/dashboard/connections')
      if (text !== 'One.') await items(page).first().getByRole('link').click()
    }
    await page.getByRole('link', { name: 'Trash' }).click()
    await expect(items(page)).toContainText(['One.', 'Two.', 'Three.'])
    await expect(items(page).first()).toContainText(/Deleted .+ will be erased on .+/)
    await items(page)
      .first()
      .getByRole('button', { name: /^Restore/ })
      .click()
    await expect(page.getByText('The Connection is back in your journal.')).toBeVisible()
    await expect(items(page)).toContainText(['Two.', 'Three.'])
    await items(page)
      .first()
      .getByRole('button', { name: /^Erase now/ })
      .click()
    await expect(items(page)).toContainText(['Three.'])
    await page.getByRole('link', { name: 'Empty the trash' }).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(items(page)).toHaveCount(1)
    await page.getByRole('link', { name: 'Empty the trash' }).click()
    await press(page, 'Erase all')
    await expect(page.getByRole('heading', { name: 'Your trash is empty' })).toBeVisible()
    await page.goto('/dashboard/connections')
    await expect(items(page)).toContainText(['One.'])
  })

  test('never comes to the trash if it is erased at once', async () => {
    const page = await writer(['Nobody may read this.'])
    await press(page, 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Erase now' }).click()
    await expect(page.locator('.toast')).toContainText('Connection deleted')
    await expect(page.locator('.toast').getByRole('button', { name: 'Undo' })).toHaveCount(0)
    await page.goto('/dashboard/connections/trash')
    await expect(page.getByRole('heading', { name: 'Your trash is empty' })).toBeVisible()
  })
})
