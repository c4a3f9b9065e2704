import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { chromium, type Page, type Route } from 'playwright'
import { describe, expect, test } from 'vitest'
import { newEmail, signIn, signUp } from '../support/account.ts'
import { withBackForwardCache } from '../support/browser.ts'
import { chromiumFlags, findChromium } from '../support/chromium.ts'
import { alive } from '../support/private-area.ts'
import { escapeTwice, eye, holdDrafts, type Leaving, leaving, see, shownText } from '../support/quick-hide.ts'
import { wordsInFiles } from '../support/words-in-files.ts'

const quickHide = leaving()

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

const enter = (options: Leaving = {}) =>
  quickHide.visit(`/auth-test?mode=sign-up&${new URLSearchParams({ next: '/dashboard' })}`, options)

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
  const page = await enter({ browser: withBackForwardCache })
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

test('Point 7: nor does the form of who signed up hold their address, which a browser fills in again for who goes back', async () => {
  const page = await enter({ browser: withBackForwardCache })
  const email = await signUp(page, newEmail())
  await page.waitForURL(`${quickHide.address}/dashboard`)
  await page.goto('/glossary')
  await eye(page).click()
  await page.waitForURL(quickHide.site.recipes)
  await expect.poll(() => page.context().cookies()).toEqual([])
  // To the dashboard, which asks who it is, and to the form before it.
  for (const heading of ['Welcome back', 'Create your account']) {
    await page.goBack()
    await see(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(heading)
    expect(await shownText(page)).not.toContain(email)
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

describe('Point 13: what was typed a moment ago is offered at the next sign-in', () => {
  const place = '/dashboard/connections/new'

  /** Somebody new, where a Connection is begun. */
  async function writer(options: Leaving = {}) {
    const page = await enter(options)
    const email = await signUp(page, newEmail())
    await page.waitForURL(`${quickHide.address}/dashboard`)
    await page.goto(place)
    await alive(page)
    return { page, email }
  }
  /** What they find on another device. */
  async function offered(email: string) {
    const page = await quickHide.visit('/auth-test?next=/dashboard')
    await signIn(page, email)
    await page.waitForURL(`${quickHide.address}/dashboard`)
    return () =>
      page.evaluate(async () => {
        const { drafts } = await (await fetch('/api/journal-drafts')).json()
        return drafts.map(({ content }: { content: string }) => content).toSorted()
      })
  }
  /** Types on a line so slow that nothing arrives before one leaves. */
  async function slowly(page: Page, words: string) {
    await holdDrafts(page)
    const sent = page.waitForRequest('**/api/journal-drafts/**')
    await text(page).fill(words)
    await sent
  }

  test('in the windows beside the one that leaves, also what is on its way', async () => {
    const { page, email } = await writer()
    const [one, other] = [await page.context().newPage(), await page.context().newPage()]
    for (const window of [one, other]) {
      await window.goto(place)
      await alive(window)
    }
    await page.bringToFront()
    await slowly(one, 'On its way')
    await text(page).fill('By this window')
    await text(other).fill('By the other')
    await escapeTwice(page)
    for (const window of [page, one, other]) await window.waitForURL(quickHide.site.recipes)
    await expect.poll(await offered(email)).toEqual(['By the other', 'By this window', 'On its way'])
  })

  test('in the window that leaves, also what is on its way', async () => {
    const { page, email } = await writer()
    await slowly(page, 'On its way')
    await escapeTwice(page)
    await page.waitForURL(quickHide.site.recipes)
    await expect.poll(await offered(email)).toEqual(['On its way'])
  })

  test('in a window that another is taken for, before that one can leave; what fails late brings no older words back', async () => {
    const { page, email } = await writer({ before: (page) => page.clock.install() })
    // It is not kept for the time that has passed.
    await page.clock.pauseAt(Date.now() + 60_000)
    const onItsWay: Route[] = []
    await page.route('**/api/journal-drafts/**', (route) => {
      if (onItsWay.push(route) > 1) return route.continue()
    })
    const takeAnother = async (words: string) => {
      await text(page).fill(words)
      // Chromium without windows tells none that another is taken.
      await page.evaluate(() => window.dispatchEvent(new Event('blur')))
    }
    await takeAnother('Half')
    await expect.poll(() => onItsWay.length).toBe(1)
    await takeAnother('Half a thought')
    await see(page.getByText('Your draft is kept.')).toBeVisible()
    await onItsWay[0]?.abort()
    await page.clock.runFor(60_000)
    await see(page.getByText('Your draft is kept.')).toBeVisible()
    expect(await (await offered(email))()).toEqual(['Half a thought'])
    expect(onItsWay.length).toBe(2)
  })
})

/** A browser with a profile on the disk: closed, it has written what it keeps. */
async function withProfile(walk: (page: Page) => Promise<unknown>) {
  const folder = await mkdtemp(join(tmpdir(), 'unfog-profile-'))
  const executablePath = findChromium(true)
  const browser = await chromium.launchPersistentContext(folder, {
    args: chromiumFlags,
    baseURL: quickHide.address,
    ...(executablePath ? { executablePath } : {}),
  })
  try {
    const [page = await browser.newPage()] = browser.pages()
    await walk(page)
    // Chromium writes its session and its history a while later.
    await page.waitForTimeout(3_000)
  } finally {
    await browser.close()
  }
  return {
    /** Rows of one of its files. */
    read(file: 'History' | 'Favicons', sql: string): Record<string, unknown>[] {
      const rows = new DatabaseSync(join(folder, 'Default', file), { readOnly: true })
      const read = rows.prepare(sql).all()
      rows.close()
      return read
    },
    wordsIn: (words: string[]) => wordsInFiles(folder, words),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

test('Points 12 and 13: no file of the browser holds what was written, and its history only addresses', async () => {
  const profile = await withProfile(async (page) => {
    await page.goto('/auth-test?mode=sign-up')
    await live(page)
    await page.goto('/dashboard/connections/new')
    await alive(page)
    await text(page).fill(`${canary}, begun`)
    await see(page.getByText('Your draft is kept.')).toBeVisible()
    await escapeTwice(page)
    await page.waitForURL(quickHide.site.recipes)
  })
  const holding = await profile.wordsIn([canary, control])
  const visited = profile.read('History', 'select distinct url from urls')
  await profile.remove()
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

describe('In Safe Mode', () => {
  /** A page is there, at the one address and by the neutral title, as its heading says. */
  async function stands(page: Page, heading: string | RegExp) {
    await see(page.locator('main h1').first()).toHaveText(heading)
    expect([page.url(), await page.title()]).toEqual([`${quickHide.address}/`, 'Home'])
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toContain('%3Ccircle')
  }
  const sidebar = (page: Page, name: string) =>
    page.locator('.sidebar').getByRole('link', { name, exact: true })
  const footer = (page: Page, name: string) => page.locator('footer').getByRole('link', { name, exact: true })
  /** As a browser is in which somebody has signed out: Safe Mode holds before they sign in again. */
  const beSafe = (page: Page) =>
    page.context().addCookies([
      {
        name: '__Host-view',
        value: '1',
        url: quickHide.address.replace('http:', 'https:'),
        secure: true,
        httpOnly: true,
      },
    ])

  test('one address, one title and one icon are all that the browser keeps, and Back leaves the site', async () => {
    const profile = await withProfile(async (page) => {
      await page.goto(quickHide.site.recipes)
      await beSafe(page)
      await page.goto('/')
      const entries = await page.evaluate(() => history.length)
      await stands(page, /Unmask/)
      await footer(page, 'Glossary').click()
      await stands(page, 'Glossary')
      // Within a page that changes in place, too.
      await page.locator('a[data-list=letter]', { hasText: 'H' }).click()
      await page.locator('[data-items]').getByRole('link', { name: 'Hoovering', exact: true }).click()
      await stands(page, 'Hoovering')
      await page.reload()
      await stands(page, 'Hoovering')
      await footer(page, 'Demo').click()
      await stands(page, 'Welcome back, Username')
      await sidebar(page, 'Connections').click()
      await stands(page, 'Connections')
      await footer(page, 'Contact').click()
      await stands(page, 'Contact us')
      await page.getByRole('button', { name: /^Send/ }).click()
      await see(page.locator('main [aria-invalid=true]').first()).toBeVisible()
      await stands(page, 'Contact us')
      await page.locator('header').getByRole('link', { name: 'Log In' }).click()
      await stands(page, 'Welcome back')
      await page.getByRole('link', { name: 'Create an account' }).click()
      await stands(page, 'Create your account')
      await signUp(page, newEmail())
      await stands(page, /^Welcome back, /)
      await alive(page)
      await page.getByRole('button', { name: 'Turn on Safe Mode' }).click()
      await stands(page, 'Settings')
      await sidebar(page, 'Connections').click()
      await stands(page, 'Connections')
      await page.getByRole('link', { name: 'New Connection' }).click()
      await stands(page, 'Create New Connection')
      await text(page).fill(canary)
      await see(page.getByText('Your draft is kept.')).toBeVisible()
      await page.getByRole('button', { name: 'Save Connection' }).click()
      await stands(page, 'Connections')
      await see(page.getByText(canary)).toBeVisible()
      // In place, and then the server is told where.
      const told = page.waitForResponse((answer) => answer.request().method() === 'POST')
      await sidebar(page, 'Coming Soon').click()
      await stands(page, 'Coming Soon')
      expect(new URL((await told).url()).pathname).toBe('/')
      await page.reload()
      await stands(page, 'Coming Soon')
      await sidebar(page, 'Settings').click()
      await page.getByLabel('15 minutes', { exact: true }).check()
      await page.getByRole('button', { name: 'Save the time' }).click()
      await see(page.getByText('Your pages lock when')).toBeVisible()
      await stands(page, 'Settings')
      const kept = JSON.parse(await stored(page))
      expect(kept).toMatchObject({ databases: [], caches: [] })
      const { origins } = await page.context().storageState({ indexedDB: true })
      expect(origins.filter(({ origin }) => origin === quickHide.address)).toEqual([])
      await page.locator('.sidebar').getByRole('button', { name: 'Logout' }).click()
      await stands(page, /Unmask/)
      expect(await page.evaluate(() => history.length), 'no entry was added').toBe(entries)
      await page.goBack()
      expect(page.url()).toBe(quickHide.site.recipes)
    })
    const holding = await profile.wordsIn([canary, 'hoovering', 'letter=h'])
    const history = profile.read('History', 'select distinct url, title from urls')
    const icons = profile.read(
      'Favicons',
      'select m.page_url, f.url from icon_mapping m join favicons f on f.id = m.icon_id',
    )
    await profile.remove()
    const ours = history.filter(({ url }) => String(url).startsWith(quickHide.address))
    expect(ours).toEqual([{ url: `${quickHide.address}/`, title: 'Home' }])
    for (const { page_url, url } of icons.filter(({ page_url }) =>
      String(page_url).startsWith(quickHide.address),
    ))
      expect([page_url, String(url).includes('%3Ccircle') || String(url).includes('<circle')]).toEqual([
        `${quickHide.address}/`,
        true,
      ])
    expect([...holding]).toEqual([])
  })

  test('an address that is typed or opened from a message is hidden in the list, and said to be kept in the file', async () => {
    const profile = await withProfile(async (page) => {
      await beSafe(page)
      await page.goto('/glossary/hoovering', { waitUntil: 'commit' }).catch(() => {})
      await stands(page, 'Hoovering')
      await page.goto('/staying-safe', { waitUntil: 'commit' }).catch(() => {})
      await stands(page, /.+/)
    })
    const shown = profile.read(
      'History',
      "select url, title from urls where hidden = 0 and url like '%/glossary/%'",
    )
    const hidden = profile.read(
      'History',
      "select title from urls where hidden = 1 and url like '%/glossary/%'",
    )
    await profile.remove()
    expect({ shown, hidden }).toEqual({ shown: [], hidden: [{ title: 'Home' }] })
  })
})
