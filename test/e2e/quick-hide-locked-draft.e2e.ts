import type { Page } from 'playwright'
import { test } from 'vitest'
import { signInByRequest } from '../support/account.ts'
import { expect } from '../support/journey.ts'
import { lockJournal, openJournal, recordRequests, request } from '../support/locked-by-request.ts'
import { hydrated } from '../support/private-area.ts'
import { quickHideButton, quickHideSite } from '../support/quick-hide.ts'

const site = quickHideSite()
const canary = 'Lavender smoke behind the pharmacy'
const text = (page: Page) => page.getByRole('textbox', { name: 'What do you want to write down?' })

test('Quick Hide saves what was typed in a locked journal, encrypted before it leaves', async () => {
  const { page, email } = await site.signUp('/dashboard')
  const lock = await lockJournal(page, site.address)
  await page.goto('/dashboard/connections/new')
  await hydrated(page)
  await openJournal(page, lock)
  const sent = recordRequests(page)
  // No autosave arrives.
  await page.route('**/api/journal-drafts/**', (route) => route.abort())
  await text(page).fill(canary)
  await text(page).press('End')
  await text(page).pressSequentially(', at noon.')
  // The failed autosave says that all is encrypted.
  await expect(page.getByText(/couldn’t be saved|could not be saved/i)).toBeVisible()
  await quickHideButton(page).click()
  await page.waitForURL(site.site.recipes)
  sent.expectWithout('Lavender', 'pharmacy', 'at noon')

  const back = await site.visit('/', { before: (page) => signInByRequest(page, site.address, email) })
  const { drafts } = await request(back, site.address, 'GET', '/journal-drafts')
  expect(await lock.open(drafts[0])).toMatchObject({ content: `${canary}, at noon.` })
})
