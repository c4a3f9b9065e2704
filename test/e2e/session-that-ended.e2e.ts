import type { Page } from 'playwright'
import { describe, test } from 'vitest'
import { submitSignIn } from '../support/account.ts'
import { expect } from '../support/journey.ts'
import { privateAreaWithoutEmail } from '../support/private-area.ts'

const area = privateAreaWithoutEmail({ severalTabs: true })
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

/** Sends a request, before which the page has sent any that it would send now. */
const answered = (page: Page) => page.evaluate(async () => void (await fetch('/healthz')))

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
    await answered(page)
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
    const requests = asked(page)
    await page.context().setOffline(true)
    await endOthers(otherCookie)
    await page.clock.fastForward(2 * minute)
    await look(page)
    await expect.poll(() => requests).toEqual(['GET'])
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
    await answered(page)
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
