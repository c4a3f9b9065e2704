import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import { describe, test } from 'vitest'
import { password, passwordBox, submitSignIn } from '../support/account.ts'
import { expect } from '../support/journey.ts'
import { hydrated, privateArea } from '../support/private-area.ts'
import { screenshot, stall } from '../support/throttling.ts'
import { traceNetwork } from '../support/traced-connection.ts'

const area = privateArea()
const { createUser, signIn, post } = area
const minute = 60_000
const day = 24 * 60 * minute
const clock = { before: (page: Page) => page.clock.install() }

/** Makes the tab visible again. */
const look = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

/** Records the methods of the requests about the session. */
function asked(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/auth-test/session')) asked.push(request.method())
  })
  return asked
}

const endOthers = (otherCookie: string) => post('/dashboard/settings', { intent: 'end-others' }, otherCookie)

describe('A session that was ended on another device', () => {
  test('is noticed in every tab that becomes visible, and signing in returns to the same page', async () => {
    const { email, otherCookie } = await createUser()
    const path = '/dashboard/connections?from=mail'
    const { page, tab, sessionChanges } = await signIn(email, path, clock)
    const other = await tab('/dashboard/settings')
    const requests = asked(page)
    await endOthers(otherCookie)
    sessionChanges(page)
    await look(page)
    await sleep(500)
    expect(requests).toEqual([])
    await page.clock.fastForward(2 * minute)
    await look(page)
    await page.waitForURL(`${area.address}/auth-test?${new URLSearchParams({ next: path })}`)
    await other.waitForURL(`${area.address}/auth-test?next=%2Fdashboard%2Fsettings`)
    for (const one of [page, other])
      expect(sessionChanges(one).at(-1)).toEqual({ event: 'SIGNED_OUT', session: null, ended: true })
    expect(await page.context().cookies()).toEqual([])
    await submitSignIn(page, email)
    await page.waitForURL(area.address + path)
  })

  test.each([
    ['', 31 * day],
    ['on a shared device ', 31 * minute],
  ])('%sis noticed at its expiry time, even when nobody uses the page', async (where, time) => {
    const { email, otherCookie } = await createUser()
    const { page } = await signIn(email, '/dashboard/settings', { ...clock, shared: where !== '' })
    const requests = asked(page)
    await page.clock.fastForward(time)
    await expect.poll(() => requests).toEqual(['GET'])
    await expect(page.getByText(email).first()).toBeVisible()
    await endOthers(otherCookie)
    // The response restarts the expiry time, and on a slow machine it may arrive later than this.
    const leftAfter = async () => {
      await page.clock.fastForward(time).catch(() => {})
      return new URL(page.url()).pathname
    }
    await expect.poll(leftAfter, { intervals: [1_000] }).toBe('/auth-test')
    await page.waitForURL('**/auth-test?next=%2Fdashboard%2Fsettings')
  })

  test('is noticed when the network is back', async () => {
    const { email, otherCookie } = await createUser()
    const { page, sessionChanges } = await signIn(email, '/dashboard', clock)
    await page.context().setOffline(true)
    await endOthers(otherCookie)
    await page.clock.fastForward(2 * minute)
    await look(page)
    await sleep(500)
    expect(page.url()).toBe(`${area.address}/dashboard`)
    sessionChanges(page)
    await page.context().setOffline(false)
    await page.waitForURL('**/auth-test?next=%2Fdashboard')
  })
})

describe('A valid session', () => {
  test('is not checked again and again when the clock of the device is a year ahead', async () => {
    const { email } = await createUser()
    const { page, sessionChanges } = await signIn(email, '/dashboard', {
      before: (page) => page.clock.install({ time: Date.now() + 400 * day }),
    })
    const requests = asked(page)
    for (const key of ['a', 'b', 'c']) await page.keyboard.press(key)
    await sleep(1_000)
    expect(requests).toEqual([])
    expect(sessionChanges(page).map(({ event }) => event)).toEqual(['INITIAL_SESSION', 'SIGNED_IN'])
  })

  test('is not renewed on every key press when the server responds with errors', async () => {
    const { email } = await createUser()
    const { page } = await signIn(email, '/dashboard', clock)
    const requests = asked(page)
    await page.route('**/auth-test/session', (route) => route.fulfill({ status: 503, body: '' }))
    await page.clock.fastForward(2 * day)
    for (const key of ['a', 'b', 'c']) await page.keyboard.press(key)
    await expect.poll(() => requests).toEqual(['POST'])
    await page.clock.fastForward(2 * minute)
    await page.keyboard.press('d')
    await expect.poll(() => requests).toEqual(['POST', 'POST'])
    expect(page.url()).toBe(`${area.address}/dashboard`)
  })
})

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
    await page.waitForTimeout(1_500)
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
    const { page, tab } = await signIn(one.email, '/dashboard/settings', clock)
    const other = await tab('/dashboard/settings')
    const [name = '', value = ''] = two.otherCookie.split('=')
    const url = area.address.replace('http:', 'https:')
    await page.context().addCookies([{ name, value, url, secure: true, httpOnly: true, sameSite: 'Lax' }])
    await page.clock.fastForward(2 * minute)
    await look(page)
    for (const one of [page, other]) await one.waitForURL(`${area.address}/dashboard`)
    await hydrated(page)
    await page.goBack()
    await expect(page.getByText(one.email)).toHaveCount(0)
  })
})

describe('An idle page in Safe Mode', () => {
  const canary = 'Swifts under the eaves at nine'
  const heading = (page: Page, name: string) =>
    expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()

  test('goes blank, locks in every tab and on the server, keeps its draft, and unlocks by password', async () => {
    const { email, otherCookie } = await createUser()
    await post('/dashboard/settings', { intent: 'safe-mode', safe_mode: 'on' }, otherCookie)
    // Longer than this test may take, so that a busy machine does not lock too early.
    await post('/dashboard/settings', { intent: 'idle-lock', lock_minutes: '5' }, otherCookie)
    const { page } = await area.visit('/auth-test?next=/dashboard/connections/new', clock)
    await submitSignIn(page, email)
    await heading(page, 'Create New Connection')
    await hydrated(page)
    const other = await page.context().newPage()
    await other.goto('/dashboard/connections', { waitUntil: 'commit' }).catch(() => {})
    await heading(other, 'Connections')
    await hydrated(other)
    // The server's clock is not shifted, so its response about the session is replaced by an expired one.
    await page.context().route('**/auth-test/session', async (route) => {
      if (route.request().method() !== 'GET') return route.continue()
      const answer = await route.fetch()
      const { session } = await answer.json()
      await route.fulfill({ response: answer, json: { session: session && { ...session, lock_in: -1 } } })
    })
    await page.context().route('**/session/lock', (route) => route.abort())
    await page.getByRole('textbox', { name: 'What do you want to write down?' }).fill(canary)
    await page.clock.fastForward(5 * minute + 1_000)
    await expect(page.getByText('Locked. Waiting for the connection…')).toBeVisible()
    for (const part of ['.with-sidebar', 'header', 'footer'])
      await expect(page.locator(`body > ${part}`)).toBeHidden()
    await expect(page.locator('body > quick-hide')).toBeVisible()
    await page.context().unroute('**/session/lock')
    for (const tab of [page, other]) await heading(tab, 'Locked')
    await other.reload()
    await heading(other, 'Locked')
    expect([page.url(), await page.title()]).toEqual([`${area.address}/`, 'Home'])
    expect(await page.evaluate(async () => (await fetch('/api/journal-drafts')).status)).toBe(403)
    await expect(page.locator('body > quick-hide')).toBeVisible()
    await passwordBox(page).fill('not that one at all')
    await page.getByRole('button', { name: 'Open' }).click()
    await expect(page.getByText('That password is not right.')).toBeVisible()
    await passwordBox(page).fill(password)
    await page.getByRole('button', { name: 'Open' }).click()
    // Two tabs share one stored path (docs/decisions/020), so it may be that of the other tab.
    const title = page.getByRole('heading', { name: /^(Create New )?Connections?$/, level: 1 })
    await expect(title).toBeVisible()
    if ((await title.textContent()) === 'Connections')
      await page.getByRole('link', { name: 'New Connection' }).first().click()
    await heading(page, 'Create New Connection')
    await expect(page.getByText(canary).first()).toBeVisible()
  })
})
