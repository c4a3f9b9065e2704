import { setTimeout as sleep } from 'node:timers/promises'
import { generateSync } from 'otplib'
import type { Page, Route } from 'playwright'
import { describe, test } from 'vitest'
import { openForm, otherPassword, password, passwordBox, send, submitSignIn } from '../support/account.ts'
import { expect, type VisitOptions } from '../support/journey.ts'
import { privateArea, type SignedInBrowser } from '../support/private-area.ts'

const area = privateArea()
const { createUser, signIn, letterTo } = area
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const day = 24 * 60 * 60 * 1000

type Told = ReturnType<SignedInBrowser['sessionChanges']>

/** Waits for the expected session events of a tab. */
async function hears(
  { sessionChanges }: Pick<SignedInBrowser, 'sessionChanges'>,
  tab: Page,
  events: Told[number]['event'][],
) {
  const heard: Told = []
  await expect
    .poll(
      () => {
        heard.push(...sessionChanges(tab))
        return heard.map(({ event }) => event)
      },
      { timeout: 15_000 },
    )
    .toEqual(events)
  return heard
}

/** Signs in a new user with two tabs that have received their first session events. */
async function twoTabs(path = '/dashboard', options: VisitOptions = {}) {
  const somebody = await createUser()
  const entered = await signIn(somebody.email, path, options)
  const other = await entered.tab('/dashboard/connections')
  await hears(entered, entered.page, ['INITIAL_SESSION', 'SIGNED_IN'])
  await hears(entered, other, ['INITIAL_SESSION'])
  return { ...entered, ...somebody, other }
}

/** Waits until the settings were loaded again in place and rendered. */
const showsAnew = (page: Page) => page.waitForResponse(/settings\.data/).then(() => sleep(300))

const broken = (route: Route) => route.fulfill({ status: 503, body: '' })

async function changePassword(page: Page) {
  await openForm(page, 'Change password…')
  await passwordBox(page, 'Current password').fill(password)
  await passwordBox(page, 'New password').fill(otherPassword)
  await send(page, 'Change password')
}

describe('Both tabs receive', () => {
  test('INITIAL_SESSION once each, whatever pages are opened in them', async () => {
    const entered = await twoTabs()
    const { page, other, sessionChanges } = entered
    const [initial] = await hears(entered, await entered.tab('/dashboard'), ['INITIAL_SESSION'])
    expect(initial?.session).toMatchObject({ aal: 'aal1', shared_device: false })
    await other.getByRole('link', { name: 'Favorites' }).click()
    await other.waitForURL('**/dashboard/favorites')
    expect([...sessionChanges(page), ...sessionChanges(other)]).toEqual([])
  })

  test('SIGNED_IN when a user signs in again with a form that was still open', async () => {
    const { email } = await createUser()
    let form: Page | undefined
    const entered = await signIn(email, '/dashboard', {
      before: async (page) => {
        form = await page.context().newPage()
        await form.goto(`${area.address}/auth-test`)
      },
    })
    const { page } = entered
    const [, first] = await hears(entered, page, ['INITIAL_SESSION', 'SIGNED_IN'])
    expect(first?.session).toMatchObject({ aal: 'aal1' })
    await submitSignIn(form as Page, email)
    for (const [tab, events] of [
      [form as Page, ['INITIAL_SESSION', 'SIGNED_IN']],
      [page, ['SIGNED_IN']],
    ] as const) {
      const change = (await hears(entered, tab, [...events])).at(-1)
      expect(change?.session?.user_id).toBe(first?.session?.user_id)
    }
    expect(page.url()).toBe(`${area.address}/dashboard`)
  })

  test('SIGNED_OUT when the user signs out', async () => {
    const entered = await twoTabs()
    const { page, other } = entered
    await press(page, 'Logout')
    await page.waitForURL(`${area.address}/`)
    await other.waitForURL(`${area.address}/`)
    for (const tab of [page, other])
      expect(await hears(entered, tab, ['SIGNED_OUT'])).toEqual([{ event: 'SIGNED_OUT', session: null }])
    expect(await page.context().cookies()).toEqual([])
  })

  test('TOKEN_REFRESHED when the page is used after some days', async () => {
    const entered = await twoTabs('/dashboard', { before: (page) => page.clock.install() })
    const { page, other } = entered
    await page.keyboard.press('Shift')
    await page.clock.fastForward(2 * day)
    await page.keyboard.press('Shift')
    for (const tab of [page, other]) {
      const [refreshed] = await hears(entered, tab, ['TOKEN_REFRESHED'])
      expect(refreshed?.session).toMatchObject({ aal: 'aal1' })
    }
    await page.keyboard.press('Shift')
    await other.keyboard.press('Shift')
    await sleep(500)
    for (const tab of [page, other]) expect(entered.sessionChanges(tab)).toEqual([])
  })

  test('USER_UPDATED when the password is changed', async () => {
    const entered = await twoTabs('/dashboard/settings')
    const { page, other } = entered
    const asked = other.waitForRequest(/connections\.data/)
    const anew = showsAnew(page)
    await changePassword(page)
    await hears(entered, page, ['INITIAL_SESSION', 'USER_UPDATED'])
    await hears(entered, other, ['USER_UPDATED'])
    // The data that they show may have changed too.
    await asked
    await anew
    await expect(page.getByRole('status').filter({ hasText: 'Your password is changed.' })).toBeVisible()
    await page.reload()
    await hears(entered, page, ['INITIAL_SESSION'])
  })

  test('USER_UPDATED and keep the typed text when the page cannot reload its data', async () => {
    const entered = await twoTabs('/dashboard/settings')
    const { page, other } = entered
    await other.goto('/dashboard/connections/new')
    const words = other.getByRole('textbox').last()
    await words.fill('Typed a moment ago.')
    for (const asked of ['**/*.data?*', '**/api/**']) await other.route(asked, broken)
    await changePassword(page)
    await hears(entered, other, ['INITIAL_SESSION', 'USER_UPDATED'])
    await sleep(500)
    await expect(words).toHaveValue('Typed a moment ago.')
    // Once the draft is saved, the data loads again, and leaving the page asks no question.
    await other.unrouteAll()
    await words.press('End')
    await other.keyboard.type(' And now.')
    await expect(other.getByText('Draft saved.')).toBeVisible()
    const anew = other.waitForRequest(/connections\.data.*layout/)
    await other.getByRole('link', { name: 'Back', exact: true }).click()
    await anew
  })

  test('PASSWORD_RECOVERY, and every session ends', async () => {
    const entered = await twoTabs()
    const { page, other, email } = entered
    await page.goto('/auth-test/reset')
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await press(page, 'Send the link')
    await page.goto(`/auth-test/link?token=${await letterTo(email)}`)
    await passwordBox(page, 'New password').fill(otherPassword)
    await press(page, 'Set password')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your new password is set')
    await hears(entered, page, ['PASSWORD_RECOVERY'])
    const [, out] = await hears(entered, other, ['PASSWORD_RECOVERY', 'SIGNED_OUT'])
    expect(out).toEqual({ event: 'SIGNED_OUT', session: null, ended: true })
    await other.waitForURL('**/auth-test?next=%2Fdashboard%2Fconnections')
    await submitSignIn(other, email, otherPassword)
    await other.waitForURL('**/dashboard/connections')
  })

  test('MFA_CHALLENGE_VERIFIED when an authenticator app is added', async () => {
    const entered = await twoTabs('/dashboard/settings')
    const { page, other } = entered
    await page.getByText('Add an authenticator app', { exact: true }).click()
    await press(page, 'Continue')
    const secret = ((await page.locator('.secret').textContent()) ?? '').replaceAll(' ', '')
    await hears(entered, page, ['INITIAL_SESSION'])
    await page.getByRole('textbox', { name: 'Code', exact: true }).fill(generateSync({ secret }))
    await press(page, 'Confirm')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your recovery codes')
    const verified = [
      (await hears(entered, page, ['INITIAL_SESSION', 'MFA_CHALLENGE_VERIFIED'])).at(-1),
      (await hears(entered, other, ['MFA_CHALLENGE_VERIFIED'])).at(-1),
    ]
    expect(verified.map((one) => one?.session?.aal)).toEqual(['aal2', 'aal2'])
    await other.getByRole('link', { name: 'Favorites' }).click()
    await other.waitForURL('**/dashboard/favorites')
    // The recovery codes, which are shown only once, stay whatever happens in the other tab.
    await other.goto('/dashboard/settings')
    await page.route('**/*.data?*', broken)
    await changePassword(other)
    await hears(entered, page, ['USER_UPDATED'])
    await sleep(500)
    await page.unrouteAll()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your recovery codes')
    await page.getByRole('link', { name: 'Favorites' }).click()
    await page.waitForURL('**/dashboard/favorites')
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  })
})
