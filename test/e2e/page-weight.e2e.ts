import { brotliCompressSync, constants } from 'node:zlib'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, inject, test } from 'vitest'
import type { Term } from '../../src/domains/glossary/terms.contract.ts'
import { TermOfTheDay } from '../../src/domains/glossary/ui/term-of-the-day.tsx'
import { emailBox, submitSignIn } from '../support/account.ts'
import { budgets as floors, sumOf } from '../support/baselines.ts'
import { wholeBrowser } from '../support/browser.ts'
import { journey, see } from '../support/journey.ts'
import { delayFiles, expectNoShift, painted } from '../support/layout-shift.ts'
import { hydrated, privateArea } from '../support/private-area.ts'
import { type Loaded, traceNetwork } from '../support/traced-connection.ts'

const { visit } = journey()
const most = floors.plain
const { createUser, signIn } = privateArea()

/**
 * Pictures have a budget of their own: those of the start page are most of it, and the text never waits for them. What a first
 * screen of 1280 by 800 asks for, with what stands near below it.
 */
const mostPictures: Record<string, number> = { '/': 100_000 }
/** Pages with a module of their own (client/home-page.ts), or with a form (client/forms.ts). */
const withModule = ['/', '/mission', '/contact']

/** Pages that show another term every day. */
const withTermOfTheDay = ['/', '/glossary']

/** At one of these browsers of 2020 stop reading the whole file, Quick Hide by ESC with it (docs/decisions/025). */
const tooYoung = /\?\?=|\|\|=|&&=/

const texts = ['/mission', '/resources', '/disclaimers', '/terms', '/privacy', '/staying-safe']

test('Signing in carries what asks for a passkey only once its form is used', async () => {
  const line = traceNetwork()
  const { page } = await visit('/auth-test', { browser: wholeBrowser, before: line.listen })
  const form = page.locator('passkey-form form')
  await see(form).toBeVisible()
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
    test(`takes at most ${most.requests} requests and ${most.bytes / 1000} kB, nothing that keeps it from being shown, and no React`, async () => {
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

    test.each([360, 1280])('does not move when its fonts come late: %i px', async (width) => {
      const late = delayFiles()
      const { page } = await visit(path, { width, waitUntil: 'commit', before: late.delay('**/*.woff2') })
      // There is text by then, which is drawn in other letters meanwhile.
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
    })
  },
)

test.each(['/', '/mission', '/contact', '/glossary/gaslighting', '/auth-test/not-sent', '/demo/home'])(
  'The styles of %s stand in no layer, which browsers before 2022 skip with all that is in it',
  async (path) => {
    const { page } = await visit(path)
    const styles = await page.evaluate(() =>
      [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)),
    )
    expect(styles.map((rule) => rule.slice(0, 30)).filter((rule) => /@layer|@property/.test(rule))).toEqual(
      [],
    )
    // Nor is what hides something a list, which browsers before 2021 do not read there.
    expect(styles.filter((rule) => /:not\([^()]*,/.test(rule))).toEqual([])
    expect(styles.length).toBeGreaterThan(100)
  },
)

test('What is searched by, which comes when it is wanted, is read by browsers of 2020 too', async () => {
  const { page } = await visit('/glossary')
  const search = (await page.locator('script[data-search]').getAttribute('data-search')) ?? ''
  const code = await (await page.request.get(search)).text()
  expect(code).toContain('indexSearch')
  expect(code).not.toMatch(tooYoung)
  expect(code).not.toMatch(/\.(?:replaceAll|at|findLast|toSorted|hasOwn)\(/)
})

/** What a page would weigh more on the day of its heaviest term, so that the budget is not broken by the date. */
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

/** Bytes, as server/http/public-cache.ts compresses a kept page. */
const compressed = (text: string, quality: number) =>
  brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 17 },
  }).length

/**
 * What an interactive page asks for until React has it in hand: a browser has six connections to an HTTP/1.1 server, and what is
 * beyond them waits for a whole round of a slow line (docs/decisions/033). Fonts wait for nobody.
 */
const untilTaken = ['Document', 'Script', 'Script', 'Script', 'Script']

describe('An interactive page asks for no more than five things until React has it in hand, and then for what is rarely wanted', () => {
  test.each(['home', 'glossary', 'connections', 'favorites', 'settings'])('/demo/%s', async (room) => {
    const { loaded, listen, waitForIdle: quiet } = traceNetwork()
    const { page } = await visit(`/demo/${room}`, {
      before: async (page) => {
        await page.addInitScript(() => {
          localStorage.unfogDemoTourDismissed = 'true'
        })
        await listen(page)
      },
    })
    await see(page.locator('#tour-button')).toHaveCSS('visibility', 'visible')
    await quiet()
    expect(kindsOf(loaded), JSON.stringify(loaded, null, 2)).toEqual([...untilTaken].sort())
    expect(loaded.filter(({ url }) => url.includes('/private'))).toEqual([])
  })

  test('the rooms of the private area', async () => {
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
  ])(
    'but for the document, they are there before who typed a password comes in: %s',
    async (path, opener) => {
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
    },
  )
})

const kindsOf = (loaded: Loaded[]) =>
  loaded
    .map(({ type }) => type)
    .filter((type) => type !== 'Font' && type !== 'Image')
    .sort()
