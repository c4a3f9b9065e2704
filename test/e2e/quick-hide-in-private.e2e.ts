import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { newEmail, shared, signUp } from '../support/account.ts'
import { alive } from '../support/private-area.ts'
import { allowBackForwardCache, escapeTwice, eye, leaving, see, whatIsLeft } from '../support/quick-hide.ts'

const quickHide = leaving({ ignoreDefaultArgs: allowBackForwardCache })

/** Somebody new on a page of the private area on which React runs. */
async function within(
  path: string,
  options: { before?: (page: Page) => Promise<unknown>; own?: boolean } = {},
) {
  const page = await quickHide.visit(
    `/auth-test?mode=sign-up&${new URLSearchParams({ next: path })}`,
    options,
  )
  if (options.own === false) await shared(page).check()
  const email = await signUp(page, newEmail())
  await page.waitForURL(quickHide.address + path)
  await alive(page)
  return { page, email }
}

/** The clock of the page alone: the driver's own would hold the timers too, which Quick Hide ends. */
function laterByMinutes() {
  const now = Date.now
  const here = window as { minutes?: number }
  Date.now = () => now() + (here.minutes ?? 0) * 60_000
}

const blank = { heard: ['Loading'], text: 'LoadingLoading', title: 'Loading' }

/** Destinations that open no page leave ours to be looked at for as long as it takes. */
const stay = () => Object.assign(quickHide.site.answers, { recipes: 'no page', fallback: 'no page' })

describe('On a private page', () => {
  test.each([
    ['the Eye', (page: Page) => eye(page).click()],
    ['ESC twice', escapeTwice],
  ])('%s leaves, and the session has ended', async (_how, leave) => {
    const { page } = await within('/dashboard/settings')
    await leave(page)
    await page.waitForURL(quickHide.site.recipes)
    // The answer to the parting request may come after the destination.
    await expect.poll(() => page.context().cookies()).toEqual([])
    await page.goBack().catch(() => {})
    await see(page.getByRole('heading', { name: 'Settings' })).toHaveCount(0)
  })

  test('what was on its way when one left is not shown', async () => {
    stay()
    const { page, email } = await within('/dashboard')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const answered = new Promise<void>((resolve) => {
      page.route('**/*.data*', async (route) => {
        const response = await route.fetch()
        await held
        await route.fulfill({ response })
        resolve()
      })
    })
    await page.locator('.sidebar').getByRole('link', { name: 'Settings' }).click()
    await see(page.locator('.loading')).toBeVisible()
    await page.evaluate(() => document.querySelector<HTMLElement>('quick-hide button')?.click())
    release()
    await answered
    await page.waitForTimeout(1_000)
    expect(page.url()).toBe(`${quickHide.address}/dashboard`)
    const leftOver = await whatIsLeft(page)
    expect(leftOver).toMatchObject(blank)
    expect(leftOver.markup).not.toMatch(/unfog|glossary|Settings/i)
    expect(leftOver.markup).not.toContain(email)
  })

  test('nothing else is sent, and nothing else leads away, when a tab beside it learns that the session has ended', async () => {
    stay()
    const before = (page: Page) => page.context().addInitScript(laterByMinutes)
    const { page } = await within('/dashboard', { before, own: false })
    const other = await page.context().newPage()
    await other.goto('/dashboard')
    await alive(other)
    // Late enough in the life of a session for any use to renew it.
    for (const tab of [page, other]) await tab.evaluate(() => Object.assign(window, { minutes: 5 }))
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.method()} ${request.url()}`))
    await page.keyboard.press('Escape')
    await eye(page).dispatchEvent('pointerdown')
    await page.evaluate(() => document.querySelector<HTMLElement>('quick-hide button')?.click())
    await expect.poll(() => sent.length).toBeGreaterThan(1)
    await other.keyboard.press('a')
    await other.waitForURL(/\/auth-test\?next=/)
    await page.waitForTimeout(1_000)
    expect(sent).toEqual([`POST ${quickHide.address}/leave`, `GET ${quickHide.site.recipes}`])
    expect(await whatIsLeft(page)).toMatchObject(blank)
  })

  test('the tip goes when it is dismissed, and stays away on the next page', async () => {
    const { page } = await within('/dashboard')
    const tip = page.getByRole('complementary', { name: 'About Quick Hide' })
    await tip.getByRole('button', { name: 'Dismiss this tip' }).click()
    await see(tip).toBeHidden()
    await see(page.locator('main')).toBeFocused()
    await page.locator('.sidebar').getByRole('link', { name: 'Settings' }).click()
    await see(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
    await see(tip).toBeHidden()
    await page.reload()
    await see(tip).toBeHidden()
  })
})
