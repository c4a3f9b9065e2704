import type { Page } from 'playwright'
import { describe, test } from 'vitest'
import { signUpByRequest, submitSignIn } from '../support/account.ts'
import { expect } from '../support/journey.ts'
import { hydrated, prefetched, privateAreaWithoutEmail } from '../support/private-area.ts'
import { screenshot, stall } from '../support/throttling.ts'
import { traceNetwork } from '../support/traced-connection.ts'

const area = privateAreaWithoutEmail({ severalTabs: true })
const { createUser, signIn } = area

describe('A second user who signs in in the same browser', () => {
  test('sees nothing of the first user in the other tab, even when its reload takes long', async () => {
    const [one, two] = [await createUser(), await createUser()]
    let form: Page | undefined
    const line = traceNetwork()
    const { page } = await signIn(one.email, '/dashboard/settings', {
      before: async (page) => {
        await line.listen(page)
        form = await page.context().newPage()
        await form.goto(`${area.address}/auth-test`)
      },
    })
    await expect(page.getByText(one.email).first()).toBeVisible()
    const empty = await screenshot(await page.context().newPage())
    // Its prefetch requests would occupy the browser's connections, which all tabs share.
    await prefetched(page)
    await line.waitForIdle()
    const mend = await stall(page)
    await submitSignIn(form as Page, two.email)
    await form?.waitForURL(`${area.address}/dashboard`)
    await expect.poll(async () => (await screenshot(page)) === empty).toBe(true)
    await mend()
    await page.goto('/dashboard/settings')
    await expect(page.getByText(two.email).first()).toBeVisible()
    await expect(page.getByText(one.email)).toHaveCount(0)
  })

  test('is noticed by a tab that missed the session event', async () => {
    const [one, two] = [await createUser(), await createUser()]
    const { page, tab } = await signIn(one.email, '/dashboard/settings', {
      before: (page) => page.clock.install(),
    })
    const other = await tab('/dashboard/settings')
    const [name = '', value = ''] = two.otherCookie.split('=')
    const url = area.address.replace('http:', 'https:')
    await page.context().addCookies([{ name, value, url, secure: true, httpOnly: true, sameSite: 'Lax' }])
    await page.clock.fastForward('02:00')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    for (const one of [page, other]) await one.waitForURL(`${area.address}/dashboard`)
    await hydrated(page)
    await page.goBack()
    await expect(page.getByText(one.email)).toHaveCount(0)
  })
})

test('Text that a user typed is not visible to the next user who signs in in the same browser', async () => {
  const next = await area.createUser()
  const { page: form } = await area.visit('/auth-test')
  await signUpByRequest(form, area.address)
  const page = await form.context().newPage()
  await page.clock.install()
  await page.goto('/dashboard/connections/new')
  await hydrated(page)
  // A phone suspends the background tab, so its timers do not fire.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page
    .getByRole('textbox', { name: 'What do you want to write down?' })
    .fill('Swallows, for nobody else')
  await submitSignIn(form, next.email)
  await form.waitForURL(`${area.address}/dashboard`)
  await page.waitForURL(`${area.address}/dashboard`)
  // The last request of the page that was left may arrive after the next page.
  await form.waitForTimeout(300)
  const drafts = await form.evaluate(async () => (await fetch('/api/journal-drafts')).json())
  expect(drafts).toEqual({ drafts: [] })
})
