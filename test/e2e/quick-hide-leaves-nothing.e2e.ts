import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { chromium, type Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { newEmail, signUp } from '../support/account.ts'
import { chromiumFlags, findChromium } from '../support/chromium.ts'
import { alive } from '../support/private-area.ts'
import { escapeTwice, eye, leaving, see, shownText, withBackForwardCache } from '../support/quick-hide.ts'
import { wordsInFiles } from '../support/words-in-files.ts'

const quickHide = leaving(withBackForwardCache)

const canary = 'Kestrels over the quarry at four'
const control = '/dashboard/glossary/darvo'
const text = (page: Page) => page.getByRole('textbox', { name: 'What do you want to write down?' })

/** Somebody new writes a Connection about a term, saves it to the favorites, and reads on. */
async function live(page: Page): Promise<string> {
  const email = await signUp(page, newEmail())
  await page.waitForURL(`${quickHide.address}/dashboard`)
  await page.goto('/dashboard/connections/new?journal=gaslighting')
  await alive(page)
  await text(page).fill(canary)
  await see(page.getByText('Your draft is kept.')).toBeVisible()
  await page.getByRole('button', { name: 'Save Connection' }).click()
  await see(page.getByText(canary)).toBeVisible()
  for (const term of ['gaslighting', 'darvo', 'hoovering', 'love-bombing', 'stonewalling'])
    await page.goto(`/dashboard/glossary/${term}`)
  await alive(page)
  await page.getByRole('button', { name: /^Save .* to favorites$/ }).click()
  await see(page.getByRole('button', { name: /^Saved .* to favorites$/ })).toBeVisible()
  await page.goto('/dashboard/connections')
  await see(page.getByText(canary)).toBeVisible()
  return email
}

const enter = () => quickHide.visit(`/auth-test?mode=sign-up&${new URLSearchParams({ next: '/dashboard' })}`)

/** All that scripts of a page may keep on the device. */
const stored = (page: Page) =>
  page.evaluate(async () =>
    JSON.stringify({
      local: { ...localStorage },
      session: { ...sessionStorage },
      databases: await indexedDB.databases(),
      caches: await caches.keys(),
      cookies: document.cookie,
    }),
  )

test('Point 12: while somebody writes and reads, the device keeps no text and no term', async () => {
  const page = await enter()
  await live(page)
  const kept = JSON.stringify(await page.context().storageState()) + (await stored(page))
  expect(kept).toContain('__Host-session')
  expect(kept).not.toMatch(/kestrel|quarry|gaslight|darvo|hoover|bombing|stonewall/i)
  expect(JSON.parse(await stored(page))).toMatchObject({ databases: [], caches: [] })
})

test('Point 7: after private pages and an exit, Back and Forward show nothing private', async () => {
  const page = await enter()
  const email = await live(page)
  for (const name of ['Home', 'Settings', 'Favorites', 'Glossary', 'Connections']) {
    await page.locator('.sidebar').getByRole('link', { name }).click()
    await see(page.locator('.loading')).toBeHidden()
  }
  await see(page.getByText(canary)).toBeVisible()
  await eye(page).click()
  await page.waitForURL(quickHide.site.recipes)
  await expect.poll(() => page.context().cookies()).toEqual([])
  const shown: string[] = []
  const look = async (go: () => Promise<unknown>) => {
    await Promise.race([go().catch(() => {}), page.waitForTimeout(2_000)])
    await page.waitForTimeout(300)
    shown.push(await shownText(page))
  }
  for (let step = 0; step < 5; step++) await look(() => page.goBack({ waitUntil: 'commit' }))
  for (let step = 0; step < 5; step++) await look(() => page.goForward({ waitUntil: 'commit' }))
  expect(shown.join()).toMatch(/auth-test/)
  for (const text of shown) {
    expect(text).not.toContain(canary)
    expect(text).not.toContain(email)
    expect(text).not.toMatch(/Logout|Freeform Entry|Total (?:Saved|Connections)/)
  }
})

describe('Point 11: where one tab leaves, every tab of ours does:', () => {
  test.each([
    [
      'private and public ones',
      '/dashboard/settings',
      ['/dashboard/connections/new', '/glossary/darvo', '/'],
    ],
    ['private ones, from a public one', '/glossary', ['/dashboard', '/dashboard/connections']],
  ])('%s', async (_what, from, others) => {
    const page = await enter()
    await signUp(page, newEmail())
    await page.waitForURL(`${quickHide.address}/dashboard`)
    await page.goto(from)
    const tabs = await Promise.all(
      others.map(async (path) => {
        const tab = await page.context().newPage()
        await tab.goto(path)
        if (path.startsWith('/dashboard')) await alive(tab)
        return tab
      }),
    )
    await page.bringToFront()
    await escapeTwice(page)
    for (const each of [page, ...tabs]) await each.waitForURL(quickHide.site.recipes)
    await expect.poll(() => page.context().cookies()).toEqual([])
  })
})

test('Points 12 and 13: no file of the browser holds what was written, and its history only addresses', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'unfog-profile-'))
  const executablePath = findChromium(true)
  const browser = await chromium.launchPersistentContext(folder, {
    args: chromiumFlags,
    baseURL: quickHide.address,
    ...(executablePath ? { executablePath } : {}),
  })
  try {
    const [page = await browser.newPage()] = browser.pages()
    await page.goto('/auth-test?mode=sign-up')
    await live(page)
    await page.goto('/dashboard/connections/new')
    await alive(page)
    await text(page).fill(`${canary}, begun`)
    await see(page.getByText('Your draft is kept.')).toBeVisible()
    await escapeTwice(page)
    await page.waitForURL(quickHide.site.recipes)
    // Chromium writes its session and its history a while later.
    await page.waitForTimeout(3_000)
  } finally {
    await browser.close()
  }
  const holding = await wordsInFiles(folder, [canary, control])
  const history = new DatabaseSync(join(folder, 'Default', 'History'), { readOnly: true })
  const visited = history.prepare('select distinct url from urls').all()
  history.close()
  await rm(folder, { recursive: true, force: true })
  expect(holding.get(canary)).toBeUndefined()
  expect(holding.has(control), 'the search itself finds what stands there').toBe(true)
  const paths = visited.map(({ url }) => String(url).replace(quickHide.address, '')).toSorted()
  expect(paths).toEqual(
    [
      '/auth-test?mode=sign-up',
      '/dashboard',
      '/dashboard/connections',
      '/dashboard/connections/new',
      '/dashboard/connections/new?journal=gaslighting',
      ...['darvo', 'gaslighting', 'hoovering', 'love-bombing', 'stonewalling'].map(
        (slug) => `/dashboard/glossary/${slug}`,
      ),
      quickHide.site.recipes,
    ].toSorted(),
  )
})
