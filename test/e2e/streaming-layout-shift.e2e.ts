import type { Page } from 'playwright'
import { describe, inject, test } from 'vitest'
import { expect, journey } from '../support/journey.ts'
import { delayFiles, expectNoShift, painted } from '../support/layout-shift.ts'
import { hydrated, privateArea } from '../support/private-area.ts'
import { withoutTour } from '../support/screens.ts'

const { visit } = journey()
const { createUser, signIn } = privateArea()

/** An empty page, to write another one into. @param asks whether the files of the other page are fetched */
const emptyPage = ({ asks = false } = {}) =>
  visit('/empty', {
    width: 412,
    height: 823,
    before: (page) =>
      page.route('**/*', (route) => {
        if (route.request().url().endsWith('/empty'))
          return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' })
        return asks ? route.continue() : route.abort()
      }),
  })

const htmlOf = async (path: string) =>
  (await fetch(inject('address') + path, { headers: { Accept: 'text/html' } })).text()

const pages = [
  '/',
  '/glossary',
  '/glossary/gaslighting',
  '/mission',
  '/resources',
  '/resources/children',
  '/contact',
  '/no-such-page',
]
const signInPages = ['/auth-test', '/auth-test?mode=sign-up', '/auth-test/reset']

test.each([...pages, ...signInPages])(
  '%s has no layout shift while it streams in, wherever a slow connection pauses',
  async (path) => {
    const { page } = await emptyPage()
    const { pieces, inSight, moved } = await page.evaluate(writeInPieces, await htmlOf(path))
    expect(pieces).toBeGreaterThan(200)
    expect(inSight).toBeGreaterThan(10)
    expect(moved).toEqual([])
  },
)

describe.each([412, 1280])('When the scripts load long after the page, at %i px,', (width) => {
  const scripts = '**/assets/*.js'

  async function comeAtLast(page: Page, late: ReturnType<typeof delayFiles>) {
    // Only a painted page can shift, and the first paint must not wait for a script.
    await expect
      .poll(() => page.evaluate(() => performance.getEntriesByType('paint').length))
      .toBeGreaterThan(0)
    await painted(page)
    expect(await page.evaluate(() => document.readyState)).toBe('interactive')
    late.release()
  }

  test.each([...pages, ...signInPages])('%s has no layout shift', async (path) => {
    const late = delayFiles()
    const { page } = await visit(path, { width, waitUntil: 'commit', before: late.delay(scripts) })
    await comeAtLast(page, late)
    await page.waitForLoadState()
    await expectNoShift(page)
  })

  test('a private page has no layout shift at hydration', async () => {
    const { page } = await signIn((await createUser()).email, '/dashboard', { width })
    await hydrated(page)
    for (const path of ['', '/glossary', '/connections', '/connections/new', '/favorites', '/settings']) {
      const late = delayFiles()
      const tab = await page.context().newPage()
      await late.delay(scripts)(tab)
      await tab.goto(`/dashboard${path}`, { waitUntil: 'commit' })
      await comeAtLast(tab, late)
      await hydrated(tab)
      await expectNoShift(tab)
      await tab.close()
    }
  })

  test.each(['home', 'glossary', 'connections', 'favorites', 'settings'])(
    '/demo/%s has no layout shift at hydration',
    async (room) => {
      const late = delayFiles()
      const { page } = await visit(`/demo/${room}`, {
        width,
        waitUntil: 'commit',
        before: async (page) => {
          await withoutTour(page)
          await late.delay(scripts)(page)
        },
      })
      await comeAtLast(page, late)
      await expect(page.locator('#tour-button')).toHaveCSS('visibility', 'visible')
      await expectNoShift(page)
    },
  )
})

describe('When the scripts run before a slow connection delivers the page', () => {
  /** Runs async scripts before the first part of the page arrives. */
  async function scriptsFirst(path: string): Promise<Page> {
    const [, head = '', body = ''] = /^(.*<body[^>]*>)(.*)$/s.exec(await htmlOf(path)) ?? []
    const { page } = await emptyPage({ asks: true })
    await page.evaluate((head) => {
      document.open()
      document.write(head)
    }, head)
    const addresses = await page
      .locator('script[async]')
      .evaluateAll((scripts) => scripts.map((script) => (script as HTMLScriptElement).src))
    for (const address of addresses) await page.evaluate(`import('${address}')`)
    await page.evaluate((body) => {
      document.write(body)
      document.close()
    }, body)
    return page
  }

  test('the buttons of the picture carousel work', async () => {
    const page = await scriptsFirst('/')
    await page.getByRole('button', { name: 'Next picture' }).click()
    await expect(page.locator('picture-carousel [aria-current=true]')).toHaveAttribute('data-slide', '1')
  })

  test('the film starts when its lightbox opens', async () => {
    const page = await scriptsFirst('/mission')
    await page.getByRole('button', { name: 'Watch the film' }).click()
    const played = () => page.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime)
    await expect.poll(played).toBeGreaterThan(0)
  })

  test('the sign-in page offers a passkey', async () => {
    const page = await scriptsFirst('/auth-test')
    await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  })
})

/**
 * Writes a document in pieces, cut before and after each tag, and compares all visible positions after each piece; after every tenth
 * once it is longer than two windows, because then only what moves and stays moved is left to find.
 */
function writeInPieces(html: string): { pieces: number; inSight: number; moved: string[] } {
  const begin = html.indexOf('</head>')
  const ends = [...html.matchAll(/<[^>]+>/g)].flatMap(({ 0: tag, index }) => [index, index + tag.length])
  const cuts = [...new Set(ends)].filter((end) => end > begin)
  const moved = new Set<string>()
  let places = new Map<Node, DOMRect>()
  let at = 0
  let isLong = false
  document.open()
  for (const [index, cut] of cuts.entries()) {
    if (isLong && index % 10 !== 0 && index < cuts.length - 1) continue
    const piece = html.slice(at, cut)
    document.write(piece)
    at = cut
    const before = places
    places = placesInSight()
    for (const [node, { left, top }] of places) {
      const was = before.get(node)
      if (!was || (Math.abs(was.left - left) < 1 && Math.abs(was.top - top) < 1)) continue
      const what = node.nodeType === Node.TEXT_NODE ? node.textContent : (node as Element).outerHTML
      moved.add(`${what?.slice(0, 60)} by ${piece.slice(0, 60)}`)
    }
  }
  return { pieces: cuts.length, inSight: places.size, moved: [...moved] }

  /** For texts the first line counts, because the start of a text shows whether it moves. */
  function placesInSight(): Map<Node, DOMRect> {
    const found = new Map<Node, DOMRect>()
    if (!document.body) return found
    const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    for (let node = all.nextNode(); node; node = all.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement
      if (!element || getComputedStyle(element).visibility === 'hidden') continue
      const range = document.createRange()
      range.selectNode(node)
      const [first] = node instanceof Element ? [shapeOf(node)] : range.getClientRects()
      if (!first || first.width === 0) continue
      // On a phone later elements are further down.
      if (first.top > 2 * innerHeight) {
        isLong = true
        break
      }
      if (first.bottom > 0 && first.top < innerHeight) found.set(node, first)
    }
    return found
  }

  /** The box of an element that is painted without content: icons, fields, pictures. */
  function shapeOf(element: Element): DOMRect | undefined {
    return /^(svg|img|input|button)$/i.test(element.tagName) ? element.getBoundingClientRect() : undefined
  }
}
