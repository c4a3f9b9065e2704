import type { Page } from 'playwright'
import { newEmail, submitSignUp } from './account.ts'
import { expect } from './journey.ts'
import { hydrated } from './private-area.ts'

/** What the user writes and the page they read. No trace may remain, except the page's URL in the history. */
export const canary = 'Kestrels over the quarry at four'
export const control = '/dashboard/glossary/darvo'
export const entryField = (page: Page) =>
  page.getByRole('textbox', { name: 'What do you want to write down?' })

/** A new user writes a Connection about a term, saves a favorite, and reads on. */
export async function writeAndBrowse(page: Page): Promise<string> {
  const email = await submitSignUp(page, newEmail())
  await page.waitForURL('**/dashboard')
  await page.goto('/dashboard/connections/new?journal=gaslighting')
  await hydrated(page)
  await entryField(page).fill(canary)
  await expect(page.getByText('Draft saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Save Connection' }).click()
  await expect(page.getByText(canary)).toBeVisible()
  for (const term of ['gaslighting', 'darvo']) await page.goto(`/dashboard/glossary/${term}`)
  await hydrated(page)
  await page.getByRole('button', { name: /^Save .* to favorites$/ }).click()
  await expect(page.getByRole('button', { name: /^Saved: remove .* from favorites$/ })).toBeVisible()
  await page.goto('/dashboard/connections')
  await expect(page.getByText(canary)).toBeVisible()
  return email
}

/** Everything that scripts can store on the device. */
export const deviceStorage = (page: Page) =>
  page.evaluate(async () =>
    JSON.stringify({
      local: { ...localStorage },
      session: { ...sessionStorage },
      databases: await indexedDB.databases(),
      caches: await caches.keys(),
      cookies: document.cookie,
    }),
  )
