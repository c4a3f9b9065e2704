import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import { describe, test } from 'vitest'
import { passwordBox, submitSignIn } from '../support/account.ts'
import { budgets, loadedScripts, sumOf } from '../support/baselines.ts'
import { expect } from '../support/journey.ts'
import { cookieIn, hydrated, prefetched, privateAreaWithoutEmail } from '../support/private-area.ts'
import { ask } from '../support/request.ts'
import { traceNetwork } from '../support/traced-connection.ts'

const area = privateAreaWithoutEmail()
const { createUser, signIn, signUp, post } = area
const sidebar = (page: Page) => page.locator('.sidebar')
const go = (page: Page, name: string) => sidebar(page).getByRole('link', { name }).click()
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const spinner = (page: Page) => page.locator('.loading')
const said = (page: Page) => page.locator('[role=status].visually-hidden').last()

/** Collects the paths of documents that load from now on. */
function documents(page: Page): string[] {
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document') loaded.push(new URL(request.url()).pathname)
  })
  return loaded
}

describe('A navigation in the private area', () => {
  test('happens without a page load, starts at the top, and is announced to screen readers', async () => {
    const { page, errors } = await signUp('/dashboard/settings', { height: 500 })
    const loaded = documents(page)
    await page.evaluate(() => scrollTo(0, 400))
    await go(page, 'Home')
    await page.waitForURL(`${area.address}/dashboard`)
    await expect(heading(page)).toHaveText(/^Welcome back/)
    await expect(page.locator('main')).toBeFocused()
    await expect(page).toHaveTitle('Home')
    await expect(said(page)).toHaveText('Home')
    await expect(sidebar(page).locator('[aria-current=page]')).toHaveText('Home')
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await go(page, 'Settings')
    await expect(heading(page)).toHaveText('Settings')
    await expect(said(page)).toHaveText('Settings')
    await page.goBack()
    await expect(heading(page)).toHaveText(/^Welcome back/)
    await expect(said(page)).toHaveText('Home')
    await expect(page.locator('main')).toBeFocused()
    expect({ loaded, errors }).toEqual({ loaded: [], errors: [] })
  })

  test('happens through links in the pages, the menu and the search; other links load a document', async () => {
    const { page, errors } = await signUp('/dashboard', { width: 360 })
    const loaded = documents(page)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Glossary' }).click()
    await expect(page).toHaveTitle('Glossary')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('heading', { level: 3 }).first().getByRole('link').click()
    await expect(page.getByRole('heading', { level: 2, name: 'Examples' })).toBeVisible()
    const tag = page.locator('.chip').first()
    const name = (await tag.textContent()) ?? ''
    await tag.click()
    await expect(heading(page)).toHaveText(name)
    const search = page.getByRole('combobox', { name: 'Search glossary' })
    await search.fill('darvo')
    await page.getByRole('option', { name: /^DARVO/ }).click()
    await expect(heading(page)).toHaveText('DARVO')
    await expect(search).toHaveValue('')
    await expect(page.getByRole('option')).toHaveCount(0)
    expect({ loaded, errors }).toEqual({ loaded: [], errors: [] })
    await page.getByRole('contentinfo').getByRole('link', { name: 'Glossary' }).click()
    await page.waitForURL(`${area.address}/glossary`)
    expect(loaded).toEqual(['/glossary'])
  })

  test('shows a loading message only when it takes long', async () => {
    const { page } = await signUp()
    let release = () => {}
    const later = () =>
      new Promise<void>((resolve) => {
        release = resolve
      })
    let answer = later()
    await page.route('**/*.data*', (route) => answer.then(() => route.continue()))
    await go(page, 'Settings')
    await expect(spinner(page)).toHaveText('Loading')
    await expect(said(page)).toHaveText('Loading')
    await expect(heading(page)).toHaveText(/^Welcome back/)
    release()
    await expect(heading(page)).toHaveText('Settings')
    await expect(spinner(page)).toHaveCount(0)
    await expect(said(page)).toHaveText('Settings')
    // With a paused clock the response always arrives in time, however slow the machine is.
    answer = later()
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 30_000)
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.querySelector('.loading')) window.stays = false
      }).observe(document, { childList: true, subtree: true })
      window.stays = true
    })
    await go(page, 'Home')
    await page.clock.runFor(100)
    release()
    await expect(heading(page)).toHaveText(/^Welcome back/)
    expect(await page.evaluate(() => window.stays)).toBe(true)
  })

  test('loads the sign-in page when the session has ended, and returns after signing in', async () => {
    const { email, otherCookie } = await createUser()
    const { page, errors } = await signIn(email)
    await post('/dashboard/settings', { intent: 'end-others' }, otherCookie)
    const loaded = documents(page)
    await go(page, 'Favorites')
    await page.waitForURL(`${area.address}/auth-test?next=%2Fdashboard%2Ffavorites`)
    expect(loaded).toEqual(['/auth-test'])
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back', exact: true })).toBeVisible()
    await submitSignIn(page, email)
    await page.waitForURL(`${area.address}/dashboard/favorites`)
    expect(errors).toEqual([])
  })
})

const rooms = ['/dashboard', '/dashboard/settings', '/dashboard/connections']

describe('Hydration', () => {
  test.each([360, 1280])('logs no error with the menu open or closed, at %i px', async (width) => {
    const { page, errors } = await signUp('/dashboard', { width })
    for (const room of rooms) {
      await page.goto(room)
      await hydrated(page)
      if (width < 1024) {
        await page.getByRole('button', { name: 'Open the menu' }).click()
        const menu = page.getByRole('dialog', { name: 'Menu' })
        await expect(menu.getByRole('button', { name: 'Logout' })).toBeVisible()
        await expect(menu.locator('[aria-current=page]')).toHaveCount(1)
        await menu.getByRole('button', { name: 'Close the menu' }).click()
      }
    }
    expect(errors).toEqual([])
  })

  test('keeps what was opened, typed or chosen before it, however late it happens', async () => {
    const { page, errors } = await signUp('/dashboard', { width: 360 })
    let release = () => {}
    const late = new Promise<void>((resolve) => {
      release = resolve
    })
    // Only React's files are delayed; the scripts of every page load normally.
    await page.route('**/assets/*.js', async (route) => {
      if (!/\/(?:public|passkey|search)-/.test(route.request().url())) await late
      await route.continue()
    })
    await page.goto('/dashboard/settings?edit=profile', { waitUntil: 'commit' })
    for (const fold of ['Change email…', 'Change password…']) {
      await page.getByText(fold, { exact: true }).click()
    }
    await passwordBox(page, 'New password').fill('half a pass')
    await page.getByRole('button', { name: 'Show password' }).last().click()
    const box = page.getByRole('combobox', { name: 'Search glossary' })
    await page.getByRole('complementary').getByRole('button', { name: 'Dismiss this tip' }).click()
    await page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name: 'Dark' }).check()
    await page.getByLabel('New email').fill('sam@example.org')
    await box.pressSequentially('silent')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.getByRole('button', { name: 'Open the menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toBeVisible()
    release()
    await hydrated(page)
    await expect(menu).toBeVisible()
    await menu.getByRole('button', { name: 'Close the menu' }).click()
    await expect(page.getByLabel('New email')).toHaveValue('sam@example.org')
    await expect(passwordBox(page, 'New password')).toHaveValue('half a pass')
    await expect(
      page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name: 'Dark' }),
    ).toBeChecked()
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    await expect(page.getByRole('complementary')).toBeHidden()
    expect(errors).toEqual([])
  })
})

test('In Safe Mode hydration waits for the module that hides the address, however late it loads', async () => {
  const { email, otherCookie } = await createUser()
  await post('/dashboard/settings', { intent: 'safe-mode', safe_mode: 'on' }, otherCookie)
  let release = () => {}
  const late = new Promise<void>((resolve) => {
    release = resolve
  })
  let held = ''
  let router = () => {}
  const misled = new Promise<void>((resolve) => {
    router = resolve
  })
  const { page } = await area.visit('/auth-test?next=/dashboard/settings')
  await page.route(/\/assets\/page-[\w-]{8}\.js$/, async (route) => {
    held = new URL(route.request().url()).pathname
    await late
    await route.continue()
  })
  // The home page's module, which a visitor without Safe Mode gets at this address.
  await page.route('**/assets/home-*.js', async (route) => {
    router()
    await sleep(500)
    // The page may be gone by then.
    await route.continue().catch(() => {})
  })
  await submitSignIn(page, email)
  await expect(heading(page)).toHaveText('Settings')
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/private-area-')),
  )
  await Promise.race([misled, page.waitForTimeout(1_500)])
  expect(await page.locator(`script[src="${held}"]`).count(), 'it is that module').toBe(1)
  release()
  await hydrated(page)
  await go(page, 'Favorites')
  await expect(heading(page)).toHaveText('Favorites')
  expect(page.url()).toBe(`${area.address}/`)
})

test('In Safe Mode a cached home page does not replace the private page at the same address', async () => {
  const { email, otherCookie } = await createUser()
  await post('/dashboard/settings', { intent: 'safe-mode', safe_mode: 'on' }, otherCookie)
  const { page } = await area.visit('/')
  await page.getByRole('link', { name: 'Log In' }).first().click()
  await submitSignIn(page, email)
  await expect(heading(page)).toHaveText(/^Welcome back, /)
  await expect(page).toHaveTitle('Home')
  expect(page.url()).toBe(`${area.address}/`)
})

test('The links and Logout work without JavaScript', async () => {
  const { page } = await signUp('/dashboard', { javaScript: false })
  const cookie = await cookieIn(page)
  await go(page, 'Settings')
  await expect(heading(page)).toHaveText('Settings')
  await sidebar(page).getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(`${area.address}/`)
  expect(await page.context().cookies()).toEqual([])
  expect(await area.isSignedIn(cookie)).toBe(false)
})

describe('A private page', () => {
  test('has a new nonce in each response, and is not cached', async () => {
    const { otherCookie } = await createUser()
    const nonces = new Set<string>()
    for (const path of ['/dashboard', '/dashboard', '/dashboard/settings']) {
      const { headers, body } = await ask(area.address, path, { headers: { Cookie: otherCookie } })
      const nonce = /script-src [^;]*'nonce-([\w-]{20,})'/.exec(
        headers['content-security-policy'] as string,
      )?.[1]
      expect(headers['content-security-policy']).not.toContain('unsafe')
      expect(headers['cache-control']).toBe('no-store')
      const written = body.toString().matchAll(/ nonce="([^"]*)"/g)
      expect(new Set([...written].map(([, one]) => one))).toEqual(new Set([nonce]))
      nonces.add(nonce ?? '')
    }
    expect(nonces.size).toBe(3)
    const { headers } = await ask(area.address, '/dashboard.data', { headers: { Cookie: otherCookie } })
    expect(headers['cache-control']).toBe('no-store')
  })

  test('weighs less than 190 kB of JavaScript, and pages around it carry no React', async () => {
    const line = traceNetwork()
    const { page } = await signUp('/dashboard/settings', { before: line.listen })
    await prefetched(page)
    const sent = await loadedScripts(page)
    const sum = sumOf(sent)
    expect(sum, JSON.stringify(sent, null, 2)).toBeLessThan(budgets.privateArea.script)
    expect(sum).toBeGreaterThan(100_000)
    for (const path of ['/', '/glossary/gaslighting', '/auth-test/prove', '/auth-test/reset']) {
      await page.goto(path)
      await line.waitForIdle()
      for (const { name } of await loadedScripts(page))
        expect(name, path).toMatch(/^\/assets\/(?:public|passkey|home-[\w-]+\.js$)/)
      expect(await page.content()).not.toMatch(/nonce=|__reactRouter/)
    }
  })
})

test('An unknown address in the private area shows a 404 page within the private layout', async () => {
  const { page } = await signUp()
  const answer = await page.goto('/dashboard/no-such-room')
  expect(answer?.status()).toBe(404)
  await hydrated(page)
  await expect(heading(page)).toHaveText('Oops! Page not found')
  await expect(sidebar(page)).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await page.waitForURL(`${area.address}/`)
  const outside = await ask(area.address, '/dashboard/no-such-room')
  expect([outside.status, outside.headers.location]).toEqual([
    302,
    '/auth-test?next=%2Fdashboard%2Fno-such-room',
  ])
})
