import { randomBytes } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright'
import { afterEach, expect, inject } from 'vitest'
import type { SessionChange } from '../../src/domains/identity/sessions/session-events.client.ts'
import { newEmail, password, shared, signIn } from './account.ts'
import { journey, see, type VisitOptions } from './journey.ts'
import { type Answer, ask } from './request.ts'

declare global {
  interface Window {
    tell: (change: SessionChange) => Promise<void>
    /** Set by a test: gone when the document is. */
    stays: boolean
  }
}

/** Somebody's browser in the private area. */
export type Entered = {
  page: Page
  /** Another tab of the same browser. */
  tab: (path: string) => Promise<Page>
  /** What the document of a tab was told of its session since it was last asked, across page loads. */
  told: (tab: Page) => SessionChange[]
  /** What any tab wrote to its console as an error, a refusal by the content security policy among it. */
  errors: string[]
}

/**
 * The product with a mailbox, which all journeys share, and people who have an account there. Nobody's visit may have ended in
 * an exception, in any tab.
 */
export function privateArea() {
  return Object.assign(
    people(() => ({ address: inject('mailed') }), letterTo),
    { letterTo },
  )
}

/** @returns the token of the link in the latest letter to somebody, once it has come */
async function letterTo(email: string): Promise<string> {
  const taken: string[] = []
  const take = async () => {
    const answer = await fetch(`${inject('letters')}?${new URLSearchParams({ to: email })}`)
    return taken.push(...(await answer.json()))
  }
  await expect.poll(take, { timeout: 30_000 }).toBeGreaterThan(0)
  return /link\?token=([\w-]{43})/.exec(taken.at(-1) ?? '')?.[1] ?? ''
}

/** Everybody comes from a place of their own, so that one test's tries do not make another one wait. */
const place = () => ({
  'X-Forwarded-For': `2001:db8:${randomBytes(4)
    .toString('hex')
    .replace(/(?=.{4}$)/, ':')}::1`,
})

/**
 * People of a product.
 *
 * @param confirm takes the token out of somebody's letter; without it the product sends no mail, and they are in at once
 */
export function people<Place extends { address: string }>(
  productOf: () => Place,
  confirm?: (email: string) => Promise<string>,
) {
  const serverAddress = () => productOf().address
  const { visit: visitFrom } = journey(serverAddress, { severalTabs: true })
  const failures: string[] = []
  afterEach(() => expect(failures.splice(0)).toEqual([]))

  /** A form of ours sent outside the browser. */
  const post = (path: string, fields: Record<string, string>, Cookie = ''): Promise<Answer> =>
    ask(serverAddress(), path, {
      method: 'POST',
      headers: {
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': 'application/x-www-form-urlencoded',
        Cookie,
        ...place(),
      },
      body: new URLSearchParams(fields).toString(),
    })

  const visit = (path: string, options: VisitOptions = {}) =>
    visitFrom(path, {
      ...options,
      before: async (page) => {
        await page.context().setExtraHTTPHeaders(place())
        await options.before?.(page)
      },
    })

  return {
    get address() {
      return serverAddress()
    },
    get product() {
      return productOf()
    },
    post,
    visit,

    /** @returns an address that has an account, and the cookie of another device of the same person */
    async newcomer(): Promise<{ email: string; elsewhere: string }> {
      const email = newEmail()
      const made = await post('/auth-test?mode=sign-up', { email, password, of_age: 'on' })
      const elsewhere = cookieOf(
        confirm ? await post('/auth-test/link', { token: await confirm(email), password }) : made,
      )
      if (!elsewhere) throw new Error(`no account was made: ${made.status}`)
      return { email, elsewhere }
    },

    /** Whether a cookie still opens something. */
    async opens(Cookie: string): Promise<boolean> {
      return (await ask(serverAddress(), '/dashboard', { headers: { Cookie } })).status === 200
    },

    /** Somebody signs in and is on a page of the private area. */
    async enter(
      email: string,
      path = '/dashboard',
      options: VisitOptions & { shared?: boolean } = {},
    ): Promise<Entered> {
      const errors: string[] = []
      const heard = new Map<Page, SessionChange[]>()
      const before = async (page: Page) => {
        const context = page.context()
        context.on('weberror', (thrown) => failures.push(thrown.error().stack ?? String(thrown.error())))
        context.on('console', (line) => {
          if (line.type() === 'error') errors.push(`${line.text()} (${line.location().url})`)
        })
        await listenIn(context, heard)
        await options.before?.(page)
      }
      const { page } = await visit(`/auth-test?${new URLSearchParams({ next: path })}`, {
        ...options,
        before,
      })
      if (options.shared) await shared(page).check()
      await signIn(page, email)
      await page.waitForURL(serverAddress() + path)
      if (options.javaScript !== false) {
        await alive(page)
        const settled = () => heard.get(page)?.some(({ event }) => event === 'SIGNED_IN')
        await expect.poll(settled, { timeout: 15_000 }).toBe(true)
      }
      const tab = async (path: string) => {
        const tab = await page.context().newPage()
        await tab.goto(path)
        if (path.startsWith('/dashboard')) await alive(tab)
        return tab
      }
      return { page, tab, told: (tab) => heard.get(tab)?.splice(0) ?? [], errors }
    },
  }
}

async function listenIn(context: BrowserContext, heard: Map<Page, SessionChange[]>) {
  await context.exposeBinding('tell', ({ page }, change: SessionChange) => {
    heard.set(page, [...(heard.get(page) ?? []), change])
  })
  await context.addInitScript(() =>
    document.addEventListener('session', (event) => window.tell((event as CustomEvent).detail)),
  )
}

/** Waits until React runs on a private page. */
export const alive = (page: Page) => see(page.locator('html[data-interactive]')).toBeAttached()

/** Waits until a private page has fetched what Coming Soon is made of (routes/dashboard/layout.tsx). */
export const ahead = (page: Page) =>
  page.waitForFunction(() => {
    const modules = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')]
    const come = new Set(performance.getEntriesByType('resource').map(({ name }) => name))
    return (
      modules.some(({ href }) => href.includes('/coming-soon-')) &&
      modules.every(({ href }) => come.has(href))
    )
  })

const cookieOf = ({ headers }: Answer) =>
  headers['set-cookie']
    ?.map((cookie) => cookie.split(';')[0] ?? '')
    .find((pair) => pair.startsWith('__Host-'))

/** The session's cookie as a `Cookie` header has it. */
export async function cookieIn(page: Page): Promise<string> {
  const found = (await page.context().cookies()).find(({ name }) => name === '__Host-session')
  return found ? `${found.name}=${found.value}` : ''
}
