import type { Page } from 'playwright'
import { describe, inject, test } from 'vitest'
import { expectAccessible } from '../support/browser.ts'
import { expect, journey } from '../support/journey.ts'
import { screens } from '../support/screens.ts'

const address = inject('address')
const { visit } = journey()
const main = (page: Page) => page.getByRole('main')
const foot = (page: Page) => page.getByRole('contentinfo')

const pages = [
  ...['/mission', '/resources', '/resources/immigrants', '/disclaimers', '/terms', '/privacy'],
  '/staying-safe',
  '/comparing-scripts',
]

/** The exact texts of these pages from the specification (points 1, 2, 4, 6 and 9). */
const said: [path: string, words: string[]][] = [
  [
    '/mission',
    [
      'Our mission',
      'The people who build Unfog',
      'built by survivors, for survivors',
      'in beta',
      'more than 600',
    ],
  ],
  [
    '/terms',
    [
      'Terms of Service',
      'Effective July 1st, 2025',
      'at least 16 years old',
      'not clinical, not a diagnostic tool and not a substitute for professional help',
    ],
  ],
  [
    '/terms',
    [
      'unlawful',
      'harms someone',
      'violates the rights of others',
      'restrict, suspend or terminate',
      'may change or be removed without notice',
    ],
  ],
  ['/terms', ['You may delete your account at any time', 'Journaling is free for beta users']],
  [
    '/privacy',
    [
      'Privacy Policy',
      'Effective July 1st, 2025',
      'We keep your data while your account is active, and delete it on request',
      'at least 16 years old',
    ],
  ],
  [
    '/privacy',
    [
      'Limit Data Collection',
      'Download My Data',
      'Delete account',
      'search history',
      'waiting list',
      'billing',
      'network (IP) addresses',
    ],
  ],
  [
    '/disclaimers',
    ['Disclaimers', 'not clinical', 'not a diagnostic tool', 'substitute for professional help'],
  ],
  ['/resources', ['Resources', 'Therapy', 'Wellbeing', 'Peer support', 'Education', 'phone bill']],
  [
    '/staying-safe',
    [
      'Staying safe here',
      'less suspicious than clearing all',
      'This is a shared device',
      'It does not erase your browser',
      'within a second',
    ],
  ],
]

test.each(said)('%s contains the texts from the specification', async (path, words) => {
  const { page } = await visit(path)
  for (const each of words) await expect(main(page)).toContainText(each)
})

test.each([
  ['/terms', 10],
  ['/privacy', 9],
])('%s has %i sections, and its table of contents links to each', async (path, count) => {
  const { page } = await visit(path)
  await expect(main(page).getByRole('heading', { level: 2 })).toHaveCount(count)
  const links = main(page).getByRole('navigation', { name: 'On this page' }).getByRole('link')
  await expect(links).toHaveCount(count)
  await links.last().click()
  await expect(main(page).getByRole('heading', { level: 2 }).last()).toBeInViewport()
})

test('The crisis numbers from the specification are tel: links', async () => {
  const { page } = await visit('/resources', { width: 360 })
  const numbers = await main(page)
    .locator('a[href^="tel:"]')
    .evaluateAll((links) => links.map((link) => `${link.textContent} ${link.getAttribute('href')}`))
  expect(numbers).toEqual(
    expect.arrayContaining([
      '911 tel:911',
      '999 tel:999',
      '800-799-7233 tel:8007997233',
      '988 tel:988',
      '0808 2000 247 tel:08082000247',
      '116123 tel:116123',
    ]),
  )
  for (const name of [
    'National Domestic Violence Hotline',
    '988 crisis lifeline',
    'UK domestic abuse helpline',
    'Samaritans',
  ]) {
    await expect(main(page).getByRole('heading', { name })).toBeVisible()
  }
})

test('The second navigation bar of Resources links to each of its sections', async () => {
  const { page } = await visit('/resources')
  const bar = page.getByRole('navigation', { name: 'On this page' })
  const names = await bar.getByRole('link').allTextContents()
  expect(names).toEqual(await main(page).getByRole('heading', { level: 2 }).allTextContents())
  for (const name of names) {
    await bar.getByRole('link', { name }).click()
    await expect(main(page).getByRole('heading', { level: 2, name })).toBeInViewport()
  }
})

test('The footer links to each of these pages with the names from the specification', async () => {
  const { page } = await visit('/terms')
  const columns = await foot(page)
    .getByRole('navigation')
    .evaluateAll((all) =>
      all.map((one) => [
        one.getAttribute('aria-label'),
        ...[...one.querySelectorAll('a')].map((link) => `${link.textContent} ${link.getAttribute('href')}`),
      ]),
    )
  expect(columns).toEqual([
    ['Product', 'Demo /demo/home', 'Glossary /glossary'],
    [
      'Support',
      'Mission /mission',
      'Resources /resources',
      'Contact /contact',
      'Disclaimers /disclaimers',
      'Staying safe /staying-safe',
    ],
    ['Legal', 'Terms /terms', 'Privacy /privacy', 'Licenses /licenses'],
  ])
  await expect(foot(page)).toContainText('Built by survivors, for survivors.')
  await expect(foot(page)).toContainText('In beta.')
  await expect(foot(page)).toContainText('© 2025 Unfog.')
})

test('The footer links to four social profiles in a new tab and without a referrer', async () => {
  const { page } = await visit('/')
  const profiles = foot(page).locator('a.site-footer-icon')
  const links = await profiles.evaluateAll((all) =>
    all.map((link) => [
      link.getAttribute('target'),
      link.getAttribute('rel'),
      new URL((link as HTMLAnchorElement).href).protocol,
    ]),
  )
  expect(links).toEqual(Array(4).fill(['_blank', 'noreferrer noopener', 'https:']))
  const sizes = await profiles
    .locator('svg')
    .evaluateAll((all) =>
      all.map((icon) => [icon.getBoundingClientRect().width, icon.getBoundingClientRect().height]),
    )
  expect(sizes).toEqual(Array(4).fill([20, 20]))
})

test('The tip links to Staying safe here, and Disclaimers links to Resources', async () => {
  const { page } = await visit('/disclaimers')
  await main(page).getByRole('link', { name: 'Resources' }).first().click()
  await page.waitForURL('**/resources')
  await page.getByRole('complementary').getByRole('link', { name: 'Staying safe' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Staying safe here')
})

describe.each(['/', '/contact', ...pages])('%s', (path) => {
  test('has no dead links, and its external links use HTTPS and send no referrer', async () => {
    const { page } = await visit(path)
    const links = await main(page)
      .locator('a[href]')
      .evaluateAll((all) =>
        all.map((link) => ({ href: link.getAttribute('href') ?? '', rel: link.getAttribute('rel') })),
      )
    for (const { href, rel } of links) {
      const { protocol, origin, pathname, hash } = new URL(href, `${address}${path}`)
      if (protocol === 'tel:' || protocol === 'sms:') continue
      if (origin !== address) {
        expect({ href, protocol, rel }).toEqual({ href, protocol: 'https:', rel: 'noreferrer noopener' })
        continue
      }
      const answer = await page.request.get(pathname)
      expect(answer.status(), href).toBe(200)
      if (hash) expect(await answer.text(), href).toContain(`id="${hash.slice(1)}"`)
    }
  })

  test('works without JavaScript and can be indexed by search engines', async () => {
    const { page, requests } = await visit(path, { javaScript: false })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: /Quick Hide/ })).toBeVisible()
    expect(requests.filter((request) => request.resourceType() === 'script')).toEqual([])
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${path}$`))
    const description = (await page.locator('meta[name=description]').getAttribute('content')) ?? ''
    expect(description.length).toBeGreaterThan(50)
    await expect(page.locator('meta[name=robots]')).toHaveCount(0)
    expect(await (await page.request.get('/sitemap.xml')).text()).toContain(`${path}</loc>`)
  })
})

test('robots.txt allows every page with noindex, and no page has an og:image', async () => {
  const { page } = await visit('/')
  const rules = await (await page.request.get('/robots.txt')).text()
  const closed = [...rules.matchAll(/^Disallow: (\S+)$/gm)].map(([, path = '']) => path)
  expect(closed).toEqual(['/api/'])
  const own = ['/auth-test?mode=sign-up', '/auth-test/link', '/auth-test/reset', '/dashboard/connections']
  for (const path of [...screens.map(([path]) => path), ...own]) {
    const html = await (await page.request.get(path)).text()
    const listed = /<link rel="canonical"/.test(html)
    expect(html.includes('<meta name="robots" content="noindex"/>'), path).toBe(!listed)
    expect(html, path).not.toContain('og:image')
    if (!listed)
      expect(
        closed.some((start) => path.startsWith(start)),
        path,
      ).toBe(false)
  }
})

test('Every link that opens a new tab announces it', async () => {
  const { page } = await visit('/')
  for (const [path] of screens) {
    await page.goto(path)
    const names = await page
      .locator('a[target=_blank]')
      .evaluateAll((links) => links.map((link) => link.textContent ?? ''))
    expect(names.length, path).toBeGreaterThan(3)
    for (const name of names) expect(name, path).toMatch(/\w \(opens a new tab\)$/)
  }
})

test('Resources prints its numbers, addresses and text in black on white', async () => {
  const { page } = await visit('/resources', { colorScheme: 'dark' })
  await page.emulateMedia({ media: 'print' })
  for (const gone of ['banner', 'contentinfo', 'navigation', 'complementary'] as const) {
    await expect(page.getByRole(gone)).toHaveCount(0)
  }
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(main(page).getByText('0808 2000 247')).toBeVisible()
  // Of a country that is closed on the screen.
  await expect(main(page).getByText('TelefonSeelsorge').first()).toBeVisible()
  // The address of a link is printed too.
  await expect(main(page).getByText('thehotline.org')).toBeVisible()
  const colors = await main(page).evaluate((element) => {
    const { color } = getComputedStyle(element)
    return [color, getComputedStyle(document.documentElement).backgroundColor]
  })
  expect(colors).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
  await expectAccessible(page, ['color-contrast'])
})
