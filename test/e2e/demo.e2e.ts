import type { Page, Request } from 'playwright'
import { inject, test } from 'vitest'
import { budgets, loadedScripts, sumOf } from '../support/baselines.ts'
import { expect, journey } from '../support/journey.ts'
import { traceNetwork } from '../support/traced-connection.ts'

const address = inject('address')
const { visit } = journey()

const rooms = {
  Home: '/demo/home',
  Glossary: '/demo/glossary',
  Connections: '/demo/connections',
  Favorites: '/demo/favorites',
  Settings: '/demo/settings',
  'Coming Soon': '/demo/coming_soon',
}
const why = 'Available once beta begins'
const reasons =
  /Available once beta begins|Login will be available once beta begins|AI\+ is an upcoming feature/

/** Visits the demo with the tour dismissed. */
const enter = (path = '/demo/home', options: Parameters<typeof visit>[1] = {}) =>
  visit(path, {
    ...options,
    before: async (page) => {
      await page.addInitScript(() => {
        localStorage.unfogDemoTourDismissed = 'true'
        localStorage.unfogMobileDemoMessageDismissed = 'true'
      })
      await options.before?.(page)
    },
  })

const inSidebar = (page: Page, name: string) =>
  page.locator('.sidebar').getByRole('link', { name, exact: true })
/** Waits until React has hydrated the page. */
const alive = (page: Page) => expect(page.locator('#tour-button')).toHaveCSS('visibility', 'visible')
const numbers = (page: Page) => page.locator('main .counts :is(b, dd)').allTextContents()

test('The demo sidebar leads to six pages with neutral titles, and only their own files are requested', async () => {
  const line = traceNetwork()
  const { page, requests, consoleErrors } = await enter('/demo/home', { before: line.listen })
  await alive(page)
  await expect(page.locator('.sidebar').getByRole('heading')).toHaveText('Username')
  for (const [name, path] of Object.entries(rooms)) {
    await inSidebar(page, name).click()
    await page.waitForURL(`**${path}`)
    await expect(page).toHaveTitle(name)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name === 'Home' ? /^Welcome/ : name)
    await expect(inSidebar(page, name)).toHaveAttribute('aria-current', 'page')
  }
  await line.waitForIdle()
  expect(strangers(requests)).toEqual([])
  expect(requests.filter((request) => request.resourceType() === 'document')).toHaveLength(1)
  expect(consoleErrors).toEqual([])
})

/** Requests that are not for a page of the demo or its assets. */
const strangers = (requests: Request[]) =>
  requests
    .filter((request) => request.method() !== 'GET' || !isOwnFile(new URL(request.url())))
    .map((request) => `${request.method()} ${request.url()}`)
const isOwnFile = ({ pathname, search }: URL) =>
  search === '' && (pathname.startsWith('/assets/') || Object.values(rooms).includes(pathname))

test('The demo home page counts 8 favorites, 15 Connections and 15 days, and their pages list as many', async () => {
  const { page } = await enter()
  expect((await numbers(page)).slice(0, 3)).toEqual(['8', '15', '15'])
  await expect(page.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem')).toHaveCount(3)
  await alive(page)
  await inSidebar(page, 'Connections').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connections')
  await expect(page.locator('main li.card')).toHaveCount(15)
  expect((await numbers(page))[0]).toBe('15')
  await inSidebar(page, 'Favorites').click()
  await expect(page.locator('main li.card')).toHaveCount(8)
  expect((await numbers(page))[0]).toBe('8')
})

test.each(Object.values(rooms))(
  'The demo page %s has disabled controls that explain why, no account code, no cookie, and a small script',
  async (path) => {
    const line = traceNetwork()
    const scripts: string[] = []
    const cookies: (string | undefined)[] = []
    const { page, requests, consoleErrors } = await enter(path, {
      before: async (page) => {
        await line.listen(page)
        page.on('response', (response) => {
          cookies.push(response.headers()['set-cookie'])
          if (response.request().resourceType() === 'script') scripts.push(response.url())
        })
      },
    })
    await alive(page)
    await line.waitForIdle()
    const bytes = sumOf(await loadedScripts(page))
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThan(budgets.demo.script)
    const before = await page.locator('main').textContent()
    for (const control of await page.locator('[aria-disabled=true]:visible').all()) {
      await control.focus()
      await expect(control).toBeFocused()
      await expect(control).toHaveAccessibleDescription(reasons)
      await control.press('Enter')
      await control.click({ force: true })
    }
    await page.locator('h1').click()
    await line.waitForIdle()
    expect(strangers(requests)).toEqual([])
    expect(new URL(page.url()).pathname).toBe(path)
    expect(await page.locator('main').textContent()).toBe(before)
    expect(await page.locator('main form[action]:not([method=get])').count()).toBe(0)
    expect(consoleErrors).toEqual([])
    const texts = await Promise.all(scripts.map(async (url) => (await fetch(url)).text()))
    expect(texts.length).toBeGreaterThan(3)
    const knowing = texts.filter((text) =>
      /journal-entries|saved-terms|sign-out|auth\/v1|\/api\/profile/.test(text),
    )
    expect(knowing.map((text) => text.slice(0, 200))).toEqual([])
    expect(cookies.filter(Boolean)).toEqual([])
  },
)

test('Disabled controls in the demo settings explain why they are disabled', async () => {
  const { page } = await enter('/demo/settings')
  await expect(page.locator('.sidebar').getByRole('button', { name: 'Logout' })).toHaveAccessibleDescription(
    'Login will be available once beta begins',
  )
  await expect(page.getByRole('button', { name: /^AI\+/ })).toHaveAccessibleDescription(
    'AI+ is an upcoming feature',
  )
  await expect(page.getByText('limit 2 per day')).toBeVisible()
  await expect(
    page.getByText('Download all data including favorites, connections and account information'),
  ).toBeVisible()
  await expect(
    page.getByText('Delete Account: This removes all data and it cannot be retrieved'),
  ).toBeVisible()
  for (const name of ['Username', 'Name', 'Email']) {
    await expect(page.getByLabel(name, { exact: true })).toBeDisabled()
    await expect(page.getByRole('button', { name: `Edit ${name}` })).toHaveAccessibleDescription(why)
  }
  const switches = page.getByRole('switch')
  await expect(switches).toHaveCount(3)
  for (const each of await switches.all()) await expect(each).toHaveAccessibleDescription(why)
})

test('The demo glossary searches, filters and loads more sample terms without a server request', async () => {
  const { page, requests } = await enter('/demo/glossary')
  await alive(page)
  const cards = page.locator('main .results li.card')
  await expect(cards).toHaveCount(20)
  await page.getByRole('link', { name: 'Load More' }).click()
  const all = await page.locator('main [data-shown]').textContent()
  await expect(cards).toHaveCount(Number(all?.split(' ')[0]))
  await expect(page.getByRole('link', { name: 'Load More' })).toHaveCount(0)
  await page.locator('[data-key=type]').click()
  await page.getByRole('link', { name: 'Community' }).click()
  await expect(cards.first()).toContainText('Community')
  expect(await cards.filter({ hasText: 'Clinical' }).locator('.badge', { hasText: 'Clinical' }).count()).toBe(
    0,
  )
  await page.locator('main').getByRole('searchbox').fill('zzzz')
  await expect(page.getByText('No terms found matching "zzzz"')).toBeVisible()
  await page.locator('main').getByRole('searchbox').fill('gasl')
  await expect(cards.first()).toBeVisible()
  await page.locator('[data-key=type]').click()
  await page.getByRole('link', { name: 'All Terms' }).click()
  await expect(cards.first()).toContainText('Gaslighting')
  expect(strangers(requests)).toEqual([])
})

test('The search of demo Connections works without a server request', async () => {
  const { page, requests } = await enter('/demo/connections')
  await alive(page)
  await page.locator('main').getByRole('searchbox').fill('birthday')
  await expect(page.locator('main li.card')).toHaveCount(1)
  await expect(page.locator('main [role=status]').first()).toHaveText('1 connection')
  expect(strangers(requests)).toEqual([])
})

test('The demo header search finds sample terms on large screens, and is disabled on small ones', async () => {
  const { page, requests } = await enter()
  const search = page.getByRole('banner').getByRole('combobox')
  await search.fill('gasl')
  await expect(page.getByRole('option')).toHaveCount(1)
  await expect(page.getByRole('option')).toHaveAttribute('href', '/glossary/gaslighting')
  await search.fill('zzzz')
  await expect(page.getByText('No results found for "zzzz"')).toBeVisible()
  expect(strangers(requests)).toEqual([])
  await page.setViewportSize({ width: 1000, height: 800 })
  await expect(page.getByRole('banner').getByRole('textbox')).toBeDisabled()
  await expect(page.getByRole('banner').getByPlaceholder('Search glossary...').first()).toBeVisible()
})

test('Below 1024 px the demo pages are in the menu, with the same disabled Logout', async () => {
  const { page } = await enter('/demo/home', { width: 1023 })
  await expect(page.locator('.sidebar')).toBeHidden()
  await page.getByRole('button', { name: 'Open the menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByText('Username')).toBeVisible()
  await expect(menu.getByRole('button', { name: 'Logout' })).toHaveAccessibleDescription(/Login will be/)
  await menu.getByRole('link', { name: 'Settings' }).click()
  await page.waitForURL('**/demo/settings')
  await page.setViewportSize({ width: 1024, height: 800 })
  await expect(page.locator('.sidebar')).toBeVisible()
})

test('Demo URLs work in any letter case, and unknown ones return 404', async () => {
  const { page } = await enter('/Demo/Favorites')
  expect(new URL(page.url()).pathname.toLowerCase()).toBe('/demo/favorites')
  await alive(page)
  const home = await fetch(`${address}/demo`)
  expect([home.status, new URL(home.url).pathname]).toEqual([200, '/demo/home'])
  const missing = await fetch(`${address}/demo/nothing`)
  expect(missing.status).toBe(404)
  expect(await missing.text()).toContain('class="sidebar')
})

test('Demo pages are not cached, and are the same with and without a session cookie', async () => {
  const ask = async (headers: Record<string, string>) => {
    const response = await fetch(`${address}/demo/favorites`, { headers })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('set-cookie')).toBeNull()
    // The nonce and the times differ between two visits.
    return (await response.text()).replaceAll(/nonce="[^"]*"|\d\d:\d\d:\d\d\.\d+Z|\d+:\d\d [AP]M/g, '')
  }
  expect(await ask({ Cookie: '__Host-session=unknown' })).toBe(await ask({}))
})
