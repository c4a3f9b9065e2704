import type { Page } from 'playwright'
import { describe, inject, test } from 'vitest'
import { overflowingElements } from '../support/a11y-checks.ts'
import { expectAccessible } from '../support/browser.ts'
import { expect, journey, type VisitOptions } from '../support/journey.ts'
import { traceNetwork } from '../support/traced-connection.ts'

const address = inject('address')
const { visit } = journey()
const start = (options: VisitOptions = {}) => visit('/', options)
const main = (page: Page) => page.getByRole('main')
const part = (page: Page, name: string) => main(page).getByRole('region', { name })
const textsOf = (page: Page, name: string, level: 3 | 4 = 3) =>
  part(page, name).getByRole('heading', { level }).allTextContents()

/* The expected texts are copied from the specification: point 2, "Home", and point 1, "Plans shown" and "Roadmap stages". */

test('The home page has the headline, sections and links from the specification', async () => {
  const { page } = await start()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unmask what happened to you.')
  for (const name of ['What Unfog Is', 'What it Does', 'Why I built it', 'Roadmap', 'Is it right for you?']) {
    await expect(main(page).getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
  }
  for (const [name, href] of [
    ['Create free account', '/auth-test?mode=sign-up'],
    ['View Demo', '/demo/home'],
    ['Sign Up Free', '/auth-test?mode=sign-up'],
  ] as const) {
    await expect(main(page).getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  }
  await expect(main(page).getByText('Beta', { exact: true }).first()).toBeVisible()
  await expect(main(page)).toContainText(
    'In beta. Not clinical, not a diagnostic tool and not a substitute for professional help.',
  )
})

test('The home page has three cards, four bullets, six stages and three plans', async () => {
  const { page } = await start()
  expect(await textsOf(page, 'What Unfog Is')).toEqual([
    'Intuition to Validation',
    'Confusion to Clarity',
    'Isolation to Connection',
  ])
  await expect(part(page, 'What it Does').locator('.dots > li')).toHaveCount(4)
  const stages = await part(page, 'Roadmap').locator('ol > li > h3').allTextContents()
  expect(stages.map((stage) => stage.trim())).toEqual([
    'Beta Now',
    'Launch',
    'Community',
    'Apps',
    'AI Tools',
    'Products',
  ])
  const plans = await part(page, 'Plans').getByRole('listitem').allInnerTexts()
  expect(plans.map((plan) => plan.split(/\n+/))).toEqual([
    ['Starter', 'Free', 'Favorite glossary terms'],
    ['Journal', 'Free for beta users', 'Basic journaling'],
    ['AI+', '$15/month', 'Upcoming'],
  ])
  await expect(part(page, 'Why I built it').locator('blockquote')).toContainText('Unfog')
})

test('The paint times of the home page are logged to the console and not sent to the server', async () => {
  const said: string[] = []
  const { requests } = await start({
    before: async (page) => page.on('console', (message) => said.push(message.text())),
  })
  await expect.poll(() => said.join('\n')).toMatch(/^first-contentful-paint: \d+ ms$/m)
  expect(said.join('\n')).toMatch(/^first-paint: \d+ ms$/m)
  expect(requests.filter((request) => request.method() !== 'GET')).toEqual([])
})

test('Layout shifts on the home page are logged to the console', async () => {
  const said: string[] = []
  const { page } = await start({
    before: async (page) => page.on('console', (message) => said.push(message.text())),
  })
  // Only a painted element can shift, and a page may finish loading before its first paint.
  await expect.poll(() => said.join('\n')).toContain('largest-contentful-paint')
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('main')?.style.setProperty('margin-top', '120px')
  })
  await expect.poll(() => said.join('\n')).toMatch(/^layout-shift: 0\.\d{4} at \d+ ms$/m)
})

const row = (page: Page) => page.locator('.slides')
const button = (page: Page, name: string | RegExp) =>
  page.locator('picture-carousel').getByRole('button', { name })
const dots = (page: Page) => button(page, /^Picture \d of 4/)
/** The index of the picture that the row shows, and of the one that the dots mark. */
const shown = (page: Page) =>
  row(page).evaluate((row) => {
    const middle = (box: DOMRect) => box.left + box.width / 2
    const here = middle(row.getBoundingClientRect())
    const slides = [...row.children].map((slide) => Math.abs(middle(slide.getBoundingClientRect()) - here))
    const dots = [...document.querySelectorAll('[data-slide]')].map((dot) => dot.getAttribute('aria-current'))
    return [slides.findIndex((off) => off < 2), dots.indexOf('true')]
  })
const showing = (page: Page, place: number) => expect.poll(() => shown(page)).toEqual([place, place])

describe.each([360, 1280])('The carousel, %i px wide,', (width) => {
  test('shows four pictures of 936 by 624, and its buttons wrap around', async () => {
    const { page } = await start({ width })
    const pictures = await row(page)
      .getByRole('img')
      .evaluateAll((all) =>
        all.map((one) => ['width', 'height', 'loading'].map((name) => one.getAttribute(name)).join(' ')),
      )
    expect(pictures).toEqual(['936 624 eager', '936 624 lazy', '936 624 lazy', '936 624 lazy'])
    await expect(row(page).getByRole('heading')).toHaveText([
      'On your phone',
      'Connections dashboard',
      'Word cloud',
      'Mind map',
    ])
    await expect(dots(page)).toHaveCount(4)
    await showing(page, 0)
    for (const place of [1, 2, 3, 0]) {
      await button(page, 'Next picture').click()
      await showing(page, place)
    }
    await button(page, 'Previous picture').click()
    await showing(page, 3)
    const loaded = () =>
      row(page)
        .getByRole('img')
        .last()
        .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth / image.naturalHeight)
    await expect.poll(loaded).toBeCloseTo(1.5, 1)
    await dots(page).nth(1).click()
    await showing(page, 1)
  })

  test('moves by arrow keys and by swiping, and never by itself', async () => {
    const { page } = await start({ width, before: (page) => page.clock.install() })
    await row(page).focus()
    await page.keyboard.press('ArrowLeft')
    await page.clock.runFor(1_000)
    await showing(page, 3)
    await page.keyboard.press('ArrowRight')
    await page.clock.runFor(1_000)
    await showing(page, 0)
    await page.keyboard.press('End')
    await page.clock.runFor(1_000)
    await showing(page, 3)
    await page.keyboard.press('Home')
    await page.clock.runFor(1_000)
    await showing(page, 0)
    // Scrolls the row as a swipe would.
    await row(page).evaluate((row) => row.scrollBy({ left: row.clientWidth * 0.9, behavior: 'instant' }))
    await page.clock.runFor(1_000)
    await showing(page, 1)
    await page.clock.runFor(120_000)
    await showing(page, 1)
  })
})

test('The dots mark the current picture after a swipe before the script had loaded', async () => {
  let come = () => {}
  const script = new Promise<void>((resolve) => {
    come = resolve
  })
  const { page } = await start({
    waitUntil: 'commit',
    before: (page) =>
      page.route('**/assets/home-*.js', async (route) => {
        await script
        await route.continue()
      }),
  })
  await row(page).evaluate((row) => row.scrollBy({ left: row.clientWidth, behavior: 'instant' }))
  await expect.poll(async () => (await shown(page))[0]).toBe(1)
  come()
  await showing(page, 1)
})

test('With reduced motion the next picture is shown without an animation', async () => {
  const { page } = await start({ reducedMotion: true })
  await button(page, 'Next picture').click()
  expect((await shown(page))[0]).toBe(1)
})

test('The pictures match the theme of the system and a theme that the visitor chose', async () => {
  const { page } = await start({ colorScheme: 'dark' })
  const first = () =>
    row(page)
      .getByRole('img')
      .first()
      .evaluate((image: HTMLImageElement) => image.currentSrc)
  await expect.poll(first).toContain('phone-dark')
  await page.getByRole('contentinfo').getByLabel('Light').check()
  await expect.poll(first).toContain('phone-light')
})

test('Without JavaScript the home page has its text, search, row of pictures and Quick Hide', async () => {
  const { page } = await start({ javaScript: false, width: 360 })
  await expect(button(page, 'Next picture')).toBeHidden()
  await expect(row(page).getByRole('img')).toHaveCount(4)
  await row(page).getByRole('img').last().scrollIntoViewIfNeeded()
  await expect(row(page).getByRole('heading', { name: 'Mind map' })).toBeInViewport()
  await expect(page.getByRole('button', { name: /Quick Hide/ })).toBeInViewport({ ratio: 1 })
  const search = page.getByRole('main').getByPlaceholder('Search glossary...')
  await search.fill('love bombing')
  await search.press('Enter')
  await expect(page).toHaveURL(/\/glossary\?search=love(?:\+|%20)bombing$/)
  await expect(page.getByRole('heading', { name: 'Love Bombing', exact: true })).toBeVisible()
})

test('At 400% zoom nothing is wider than the window, and every picture can be reached', async () => {
  const { page } = await start({ width: 320, height: 256 })
  expect(await overflowingElements(page)).toEqual([])
  await button(page, 'Next picture').click()
  await showing(page, 1)
  await expectAccessible(page)
})

test('No public page sends a request to another origin, even when it is scrolled to the end', async () => {
  const line = traceNetwork()
  const { page, requests } = await start({ before: line.listen })
  const paths = [
    '/',
    '/glossary',
    '/mission',
    '/resources',
    '/resources/digital-safety',
    '/contact',
    '/disclaimers',
    '/terms',
    '/privacy',
    '/staying-safe',
    '/comparing-scripts',
  ]
  for (const path of [...paths, '/glossary/gaslighting', '/auth-test', '/no/such/page']) {
    await page.goto(path)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await line.waitForIdle()
  }
  expect(new Set(requests.map((request) => new URL(request.url()).origin))).toEqual(new Set([address]))
})
