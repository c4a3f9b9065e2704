import type { Page } from 'playwright'
import { describe, inject, test } from 'vitest'
import { expectAccessibleLayout as looks } from '../support/a11y-checks.ts'
import { signUpByRequest } from '../support/account.ts'
import { expect, journey, type VisitOptions } from '../support/journey.ts'

const address = inject('address')
const { visit } = journey()
const headers = { 'Sec-Fetch-Site': 'same-origin' }
const items = (page: Page) => page.getByRole('main').getByRole('listitem')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()
const entryText = (page: Page) => page.locator('.entry-text')

async function api(page: Page, method: string, path: string, data?: object) {
  const answer = await page.request.fetch(`${address}/api${path}`, { method, headers, ...(data && { data }) })
  expect(answer.status(), await answer.text()).toBeLessThan(300)
  return answer.status() === 204 ? undefined : answer.json()
}

const happened = { date: '2026-03', time: null, about: true, time_zone: null }

/** A new user with a Connection that was saved with these texts one after another, the first with a date; on its page. */
async function writer(texts: string[], options: VisitOptions = {}) {
  let id = ''
  const { page } = await visit('/dashboard/connections', {
    ...options,
    before: async (page) => {
      await signUpByRequest(page, address)
      for (const [revision, content] of texts.entries()) {
        if (revision === 0) ({ id } = await api(page, 'POST', '/journal-entries', { content, happened }))
        else await api(page, 'PATCH', `/journal-entries/${id}`, { content, revision, happened: null })
      }
    },
  })
  await items(page).first().getByRole('link').click()
  await expect(entryText(page)).toHaveText(texts.at(-1) ?? '')
  return { page, id, history: `/dashboard/connections/${id}/history` }
}

/** Opens the version with this text from the list. */
const read = (page: Page, text: string) =>
  items(page)
    .filter({ hasText: text })
    .getByRole('link', { name: /^Read and compare/ })
    .click()

describe('Earlier versions of a Connection', () => {
  const texts = ['She hid my keys.', 'She hid my keys again.', 'She hid my purse again.']

  test.each([true, false])('are read, compared, restored and erased (JavaScript: %s)', async (javaScript) => {
    const { page, id, history } = await writer(texts, { javaScript })
    await api(page, 'PUT', `/journal-drafts/${id}`, {
      content: 'Half a thought',
      entry_revision: 3,
      revision: null,
    })
    await follow(page, 'Earlier versions')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Earlier versions')
    await expect(items(page)).toContainText(['She hid my keys again.', 'She hid my keys.'])
    await expect(items(page).locator('time').first()).toBeVisible()

    await read(page, 'She hid my keys.')
    await expect(entryText(page)).toHaveText('She hid my keys.')
    await expect(page.getByRole('main')).toContainText('About March 2026')
    if (javaScript) {
      await press(page, 'Compare with the present version')
      await expect(entryText(page).locator('del')).toHaveText('[removed: keys]')
      await expect(entryText(page).locator('ins')).toHaveText('[added: purse again]')
      await expect(page.getByRole('definition').locator('del')).toHaveText('[removed: About March 2026]')
      await press(page, 'Show the whole version')
      await expect(entryText(page)).toHaveText('She hid my keys.')
    } else await expect(page.getByText('Compare with the present version')).toBeHidden()

    await press(page, 'Restore this version')
    const message = javaScript ? page.locator('.toast') : page.getByRole('status')
    await expect(message.filter({ hasText: 'is now as it was then' })).toBeVisible()
    if (!javaScript) await follow(page, 'Back to the Connection')
    await expect(entryText(page)).toHaveText('She hid my keys.')
    await expect(page.getByRole('main')).toContainText('About March 2026')
    await follow(page, 'Edit')
    await expect(page.getByText('Half a thought')).toBeVisible()

    await page.goto(history)
    await expect(items(page)).toContainText([texts[2] ?? '', texts[1] ?? '', texts[0] ?? ''])
    await press(page, 'Erase earlier versions')
    const question = page.getByRole(javaScript ? 'dialog' : 'region', { name: 'Erase earlier versions' })
    await question.getByRole(javaScript ? 'button' : 'link', { name: 'Cancel' }).click()
    await expect(items(page)).toHaveCount(3)
    await press(page, 'Erase earlier versions')
    await question.getByRole('button', { name: 'Erase them' }).click()
    await expect(page.getByRole('heading', { name: 'No earlier versions' })).toBeVisible()
    await expect(message.filter({ hasText: 'are erased' })).toBeVisible()
    await follow(page, 'Back to the Connection')
    await expect(entryText(page)).toHaveText('She hid my keys.')
  })

  test('go to the trash with it and come back', async () => {
    const { page, id, history } = await writer(texts)
    await api(page, 'DELETE', `/journal-entries/${id}`)
    await page.goto(history)
    await expect(page.getByRole('alert')).toHaveText('Connection not found or failed to load.')
    await api(page, 'POST', `/trash/${id}/restore`)
    await page.goto(history)
    await expect(items(page)).toContainText(['She hid my keys again.', 'She hid my keys.'])
  })

  test('are not restored over a change from elsewhere, or without the server, and say so', async () => {
    const { page, id, history } = await writer(texts)
    await page.goto(`${history}?version=1`)
    await page.route('**/api/journal-entries/*', (route) => route.abort())
    await press(page, 'Restore this version')
    await expect(page.locator('.toast')).toContainText('Your Connection is as it was.')
    await page.unrouteAll()
    await api(page, 'PATCH', `/journal-entries/${id}`, { content: 'By another tab.', revision: 3 })
    await press(page, 'Restore this version')
    await expect(page.locator('.toast')).toContainText('changed somewhere else')
    expect((await api(page, 'GET', `/journal-entries/${id}`)).content).toBe('By another tab.')
    await press(page, 'Restore this version')
    await expect(page.locator('.toast')).toContainText('is now as it was then')
    await expect(entryText(page)).toHaveText('She hid my keys.')
    const { versions } = await api(page, 'GET', `/journal-entries/${id}/versions`)
    expect(versions.map(({ content }: { content: string }) => content)).toEqual([
      'By another tab.',
      ...texts.toReversed(),
    ])
  })

  test('are accessible and fit the window, and one that is gone says so', async () => {
    const long = `${'A long text, with a line for each day. '.repeat(30)}\n\nהיום הוא אמר לי.\n\n`
    const { page, history } = await writer([
      long,
      `${long}${'onewordwithoutanend'.repeat(20)}`,
      `${long}The end.`,
    ])
    await page.goto(history)
    await expect(items(page)).toHaveCount(2)
    await looks(page)
    await press(page, 'Erase earlier versions')
    await looks(page)
    await page.goto(`${history}?version=2`)
    await looks(page)
    await press(page, 'Compare with the present version')
    await expect(entryText(page).locator('ins')).toHaveText('[added: The end.]')
    await looks(page)
    for (const view of ['?erase', '?version=9']) {
      await page.goto(history + view)
      await looks(page)
    }
    await expect(page.getByRole('alert')).toHaveText('This version is no longer here.')
  })
})

test('A Connection that was never changed has no link to earlier versions', async () => {
  const { page, history } = await writer(['She hid my keys.'])
  await expect(page.getByRole('link', { name: 'Earlier versions' })).toHaveCount(0)
  await page.goto(history)
  await expect(page.getByRole('heading', { name: 'No earlier versions' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Erase earlier versions' })).toHaveCount(0)
})
