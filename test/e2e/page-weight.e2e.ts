import { brotliCompressSync, constants } from 'node:zlib'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, inject, test } from 'vitest'
import type { Term } from '../../src/domains/glossary/terms.contract.ts'
import { TermOfTheDay } from '../../src/domains/glossary/ui/term-of-the-day.tsx'
import { emailBox, submitSignIn } from '../support/account.ts'
import { budgets as floors, sumOf } from '../support/baselines.ts'
import { wholeBrowser } from '../support/browser.ts'
import { expect, journey } from '../support/journey.ts'
import { delayFiles, expectNoShift, painted } from '../support/layout-shift.ts'
import { hydrated, privateArea } from '../support/private-area.ts'
import { type Loaded, traceNetwork } from '../support/traced-connection.ts'

const { visit } = journey()
const most = floors.plain
const { createUser, signIn } = privateArea()

/**
 * Pictures have their own budget, because the text never waits for them; most are on the home page. It counts what a first
 * screen of 1280 by 800 loads, with what is just below it.
 */
const mostPictures: Record<string, number> = { '/': 100_000 }
/** Pages with their own module (client/home-page.ts), or with a form (client/forms.ts). */
const withModule = ['/', '/mission', '/contact']

/** Pages that show a different term every day. */
const withTermOfTheDay = ['/', '/glossary']

/** Browsers of 2020 cannot parse a file with one of these, so Quick Hide by ESC would not work (docs/decisions/025). */
const tooYoung = /\?\?=|\|\|=|&&=/

const texts = [
  ...['/mission', '/resources', '/resources/sexual-violence', '/disclaimers', '/terms', '/privacy'],
  '/staying-safe',
  '/comparing-scripts',
]

test('The sign-in page loads the passkey script only when its form is used', async () => {
  const line = traceNetwork()
  const { page } = await visit('/auth-test', { browser: wholeBrowser, before: line.listen })
  const form = page.locator('passkey-form form')
  await expect(form).toBeVisible()
  await line.waitForIdle()
  const scripts = () => line.loaded.filter(({ type }) => type === 'Script')
  expect(sumOf(scripts()), JSON.stringify(scripts(), null, 2)).toBeLessThanOrEqual(most.script)
  expect(scripts().filter(({ url }) => url.includes('webauthn'))).toEqual([])
  await form.getByRole('button').focus()
  await expect.poll(() => scripts().filter(({ url }) => url.includes('webauthn')).length).toBe(1)
})

describe.each(['/', '/glossary', '/glossary/gaslighting', '/contact', '/no/such/page', ...texts])(
  'A first visit to %s',
  (path) => {
    test(`takes at most ${most.requests} requests and ${most.bytes / 1000} kB, without render-blocking files or React`, async () => {
      const line = traceNetwork()
      const { page } = await visit(path, { browser: wholeBrowser, before: line.listen })
      await page.evaluate(() => document.fonts.ready)
      await line.waitForIdle()
      const pictures = line.loaded.filter((one) => one.type === 'Image')
      expect(sumOf(pictures)).toBeLessThanOrEqual(mostPictures[path] ?? 0)
      const loaded = line.loaded.filter((one) => one.type !== 'Image')
      const weigh = (type?: string) => sumOf(loaded.filter((one) => !type || one.type === type))
      const modules = withModule.includes(path) ? ['Script', 'Script'] : ['Script']
      expect(loaded.map((one) => one.type).sort()).toEqual(['Document', 'Font', 'Font', ...modules])
      expect(loaded.length).toBeLessThanOrEqual(most.requests)
      expect(loaded.every((one) => one.bytes > 0 && !one.fromCache)).toBe(true)
      expect(weigh('Script')).toBeLessThanOrEqual(most.script)
      const more = withTermOfTheDay.includes(path) ? await heaviestDay(path) : 0
      expect.soft(weigh() + more, JSON.stringify(loaded, null, 2)).toBeLessThanOrEqual(most.bytes)

      for (const { url } of loaded.filter((one) => one.type === 'Script')) {
        const code = await (await page.request.get(url)).text()
        expect(code).not.toMatch(/react|hydrate/i)
        expect(code).not.toMatch(tooYoung)
      }
      const head = page.locator('head')
      expect(await head.locator('link[rel=stylesheet], link[rel=modulepreload]').count()).toBe(0)
      expect(await head.locator('script[src]:not([type=module])').count()).toBe(0)
      const blocking = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter((entry) => (entry as { renderBlockingStatus?: string }).renderBlockingStatus === 'blocking')
          .map((entry) => entry.name),
      )
      expect(blocking).toEqual([])
    })

    // On a wide window the lines of the texts are hardly longer, and all texts have the same layout.
    test.each(texts.includes(path) ? [360] : [360, 1280])(
      'has no layout shift when its fonts load late, at %i px',
      async (width) => {
        const late = delayFiles()
        const { page } = await visit(path, { width, waitUntil: 'commit', before: late.delay('**/*.woff2') })
        // The text is already shown in a fallback font.
        await page.waitForFunction(
          () => document.readyState !== 'loading' && document.fonts.status === 'loading',
        )
        await painted(page)
        expect(await page.evaluate(() => document.fonts.status)).toBe('loading')
        late.release()
        await page.evaluate(() => document.fonts.ready)
        expect(
          await page.evaluate(
            () =>
              [...document.fonts].filter((font) => font.status === 'loaded' && !/^"?as /.test(font.family))
                .length,
          ),
        ).toBe(2)
        await expectNoShift(page)
      },
    )
  },
)

test.each(['/', '/mission', '/contact', '/glossary/gaslighting', '/auth-test/not-sent', '/demo/home'])(
  'The styles of %s use no @layer, which browsers before 2022 ignore',
  async (path) => {
    const html = await (await fetch(inject('address') + path)).text()
    expect(html).not.toContain('rel="stylesheet"')
    const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, rules]) => rules).join('\n')
    expect(styles.length).toBeGreaterThan(10_000)
    expect(styles).not.toMatch(/@layer|@property/)
    // Browsers before 2021 ignore a selector with a list inside :not().
    expect(styles).not.toMatch(/:not\([^()]*,/)
  },
)

test('The search script, which is loaded on demand, is one file that browsers of 2020 can parse', async () => {
  const html = await (await fetch(`${inject('address')}/glossary`)).text()
  const [, search = ''] = /data-search="([^"]+)"/.exec(html) ?? []
  const code = await (await fetch(inject('address') + search)).text()
  expect(code).toContain('indexSearch')
  expect(code.slice(0, 6)).not.toBe('import')
  expect(code).not.toMatch(tooYoung)
  expect(code).not.toMatch(/\.(?:replaceAll|at|findLast|toSorted|hasOwn)\(/)
})

/** How many more bytes the page has with the longest term of the day, so that the result does not depend on the date. */
async function heaviestDay(path: string): Promise<number> {
  const address = inject('address')
  const ask = async (of: string) => (await fetch(`${address}/api/${of}`)).json()
  const terms: Term[] = []
  for (let total = 1; terms.length < total; ) {
    const page = await ask(`terms?limit=100&offset=${terms.length}`)
    total = page.total
    terms.push(...page.terms)
  }
  const shown = (term: Term) => renderToStaticMarkup(createElement(TermOfTheDay, { term }))
  const html = await (await fetch(address + path)).text()
  const today = shown((await ask('term-of-the-day')).term)
  expect(html).toContain(today)
  const heavy = terms
    .map((term) => ({ section: shown(term), alone: compressed(shown(term), 5) }))
    .sort((one, other) => other.alone - one.alone)
    .slice(0, 10)
  const weights = heavy.map(({ section }) =>
    compressed(
      html.replace(today, () => section),
      11,
    ),
  )
  return Math.max(0, Math.max(...weights) - compressed(html, 11))
}

/** The size in bytes, compressed as in server/http/public-cache.ts. */
const compressed = (text: string, quality: number) =>
  brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 17 },
  }).length

/**
 * What an interactive page loads before hydration: a browser opens six connections to an HTTP/1.1 server, and any further
 * request waits for a whole round trip of a slow connection (docs/decisions/033). Fonts do not count.
 */
const untilTaken = ['Document', 'Script', 'Script', 'Script', 'Script']

describe('An interactive page', () => {
  test.each(['home', 'glossary', 'connections', 'favorites', 'settings'])(
    'loads only the document and four scripts before hydration: /demo/%s',
    async (room) => {
      const { loaded, listen, waitForIdle: quiet } = traceNetwork()
      const { page } = await visit(`/demo/${room}`, {
        before: async (page) => {
          await page.addInitScript(() => {
            localStorage.unfogDemoTourDismissed = 'true'
          })
          await listen(page)
        },
      })
      await expect(page.locator('#tour-button')).toHaveCSS('visibility', 'visible')
      await quiet()
      expect(kindsOf(loaded), JSON.stringify(loaded, null, 2)).toEqual([...untilTaken].sort())
      expect(loaded.filter(({ url }) => url.includes('/private'))).toEqual([])
    },
  )

  test('loads only the document and four scripts before hydration, in the private area', async () => {
    const { email } = await createUser()
    const { page } = await signIn(email)
    for (const path of ['', '/glossary', '/connections', '/connections/new', '/favorites']) {
      const tab = await page.context().newPage()
      const { loaded, listen } = traceNetwork()
      await listen(tab)
      await tab.goto(`/dashboard${path}`)
      await hydrated(tab)
      expect(kindsOf(loaded), JSON.stringify(loaded, null, 2)).toEqual([...untilTaken].sort())
      await tab.close()
    }
  })

  test.each([
    ['/auth-test', undefined],
    ['/glossary/gaslighting', /^Save Gaslighting/],
  ])('has its scripts cached before the user submits the sign-in form: %s', async (path, opener) => {
    const { email } = await createUser()
    const { loaded, listen, waitForIdle: quiet } = traceNetwork()
    const { page } = await visit(path, { address: inject('mailed'), before: listen })
    if (opener) await page.getByRole('link', { name: opener }).click()
    await quiet()
    if (opener) await page.getByRole('dialog').getByRole('link', { name: 'Sign in' }).click()
    expect(loaded.filter(({ url }) => url.includes('/react-'))).toEqual([])
    await emailBox(page).fill(email)
    await expect.poll(() => loaded.filter(({ url }) => url.includes('/react-')).length).toBe(1)
    await quiet()
    loaded.length = 0
    await submitSignIn(page, email)
    await hydrated(page)
    const files = loaded.filter(({ type }) => type === 'Script')
    expect(files.length).toBeGreaterThanOrEqual(4)
    expect(files.filter(({ bytes }) => bytes > 0)).toEqual([])
  })
})

const kindsOf = (loaded: Loaded[]) =>
  loaded
    .map(({ type }) => type)
    .filter((type) => type !== 'Font' && type !== 'Image')
    .sort()
