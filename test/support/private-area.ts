import { randomBytes } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright'
import { afterEach, inject } from 'vitest'
import type { SessionChange } from '../../src/domains/identity/sessions/session-events.client.ts'
import { newEmail, password, signInByRequest, signUpByRequest } from './account.ts'
import { expect, journey, type VisitOptions } from './journey.ts'
import { type Answer, ask } from './request.ts'

declare global {
  interface Window {
    tell: (change: SessionChange) => Promise<void>
    /** Set by a test, to detect a new document. */
    stays: boolean
  }
}

/** A signed-in browser in the private area. */
export type SignedInBrowser = {
  page: Page
  /** Another tab of the same browser. */
  tab: (path: string) => Promise<Page>
  /** Session events of a tab since the last call, across page loads. */
  sessionChanges: (tab: Page) => SessionChange[]
  /** Console errors of all tabs, including CSP violations. */
  errors: string[]
}

/** Users of the shared product with email. Uncaught exceptions in any tab fail the test. */
export function privateArea() {
  return Object.assign(
    usersOf(() => ({ address: inject('mailed') }), emailTokenFor),
    { letterTo: emailTokenFor },
  )
}

/**
 * Users of the shared product without email, where `signUp` costs one password hash instead of four.
 *
 * @param severalTabs as in `journey`
 */
export const privateAreaWithoutEmail = ({ severalTabs = false } = {}) =>
  usersOf(() => ({ address: inject('address') }), undefined, severalTabs)

/** Waits for an email. @returns the token of its link */
async function emailTokenFor(email: string): Promise<string> {
  const emails: string[] = []
  const fetchEmails = async () => {
    const answer = await fetch(`${inject('emailServer')}?${new URLSearchParams({ to: email })}`)
    return emails.push(...(await answer.json()))
  }
  await expect.poll(fetchEmails, { timeout: 30_000 }).toBeGreaterThan(0)
  return /link\?token=([\w-]{43})/.exec(emails.at(-1) ?? '')?.[1] ?? ''
}

/** A unique IP, so that tests do not share rate limits. */
const randomIpHeader = () => ({
  'X-Forwarded-For': `2001:db8:${randomBytes(4)
    .toString('hex')
    .replace(/(?=.{4}$)/, ':')}::1`,
})

/**
 * Users of a product.
 *
 * @param confirm gets the token of the confirmation email; omit if the product sends no email
 * @param severalTabs as in `journey`
 */
export function usersOf<Place extends { address: string }>(
  productOf: () => Place,
  confirm?: (email: string) => Promise<string>,
  severalTabs = true,
) {
  const serverAddress = () => productOf().address
  const { visit: visitFrom } = journey(serverAddress, { severalTabs })
  const failures: string[] = []
  afterEach(() => expect(failures.splice(0)).toEqual([]))

  /** Submits a form outside the browser. */
  const post = (path: string, fields: Record<string, string>, Cookie = ''): Promise<Answer> =>
    ask(serverAddress(), path, {
      method: 'POST',
      headers: {
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': 'application/x-www-form-urlencoded',
        Cookie,
        ...randomIpHeader(),
      },
      body: new URLSearchParams(fields).toString(),
    })

  const visit = (path: string, options: VisitOptions = {}) =>
    visitFrom(path, {
      ...options,
      before: async (page) => {
        await page.context().setExtraHTTPHeaders(randomIpHeader())
        await options.before?.(page)
      },
    })

  /** Opens a page once its context is signed in. */
  async function open(
    path: string,
    options: VisitOptions,
    authenticate: (page: Page) => Promise<unknown>,
  ): Promise<SignedInBrowser> {
    const errors: string[] = []
    const changesByTab = new Map<Page, SessionChange[]>()
    const before = async (page: Page) => {
      const context = page.context()
      context.on('weberror', (thrown) => failures.push(thrown.error().stack ?? String(thrown.error())))
      context.on('console', (line) => {
        if (line.type() === 'error') errors.push(`${line.text()} (${line.location().url})`)
      })
      await recordSessionChanges(context, changesByTab)
      // Before the sign-in, so that a tab can still get its form.
      await options.before?.(page)
      await authenticate(page)
    }
    const { page } = await visit(path, { ...options, before })
    if (options.javaScript !== false) {
      await hydrated(page)
      const settled = () => changesByTab.get(page)?.some(({ event }) => event === 'SIGNED_IN')
      await expect.poll(settled).toBe(true)
    }
    const tab = async (path: string) => {
      const tab = await page.context().newPage()
      await tab.goto(path)
      if (path.startsWith('/dashboard')) await hydrated(tab)
      return tab
    }
    return { page, tab, sessionChanges: (tab) => changesByTab.get(tab)?.splice(0) ?? [], errors }
  }

  return {
    get address() {
      return serverAddress()
    },
    get product() {
      return productOf()
    },
    post,
    visit,

    /** Creates an account. @returns its email, and the session cookie of another device */
    async createUser(): Promise<{ email: string; otherCookie: string }> {
      const email = newEmail()
      const signedUp = await post('/auth-test?mode=sign-up', { email, password, of_age: 'on' })
      const otherCookie = cookieOf(
        confirm ? await post('/auth-test/link', { token: await confirm(email), password }) : signedUp,
      )
      if (!otherCookie) throw new Error(`no account was made: ${signedUp.status}`)
      return { email, otherCookie }
    },

    /** Whether a session cookie is still valid. */
    async isSignedIn(Cookie: string): Promise<boolean> {
      return (await ask(serverAddress(), '/dashboard', { headers: { Cookie } })).status === 200
    },

    /** Signs in and opens a page of the private area. */
    signIn: (
      email: string,
      path = '/dashboard',
      { shared: sharedDevice = false, ...options }: VisitOptions & { shared?: boolean } = {},
    ): Promise<SignedInBrowser> =>
      open(path, options, (page) => signInByRequest(page, serverAddress(), email, { sharedDevice })),

    /** Creates an account, if the product sends no email, and opens a page of the private area. */
    async signUp(
      path = '/dashboard',
      options: VisitOptions = {},
    ): Promise<SignedInBrowser & { email: string }> {
      let email = ''
      const browser = await open(path, options, async (page) => {
        email = await signUpByRequest(page, serverAddress())
      })
      return { ...browser, email }
    },
  }
}

async function recordSessionChanges(context: BrowserContext, changesByTab: Map<Page, SessionChange[]>) {
  await context.exposeBinding('tell', ({ page }, change: SessionChange) => {
    changesByTab.set(page, [...(changesByTab.get(page) ?? []), change])
  })
  await context.addInitScript(() =>
    document.addEventListener('session', (event) => window.tell((event as CustomEvent).detail)),
  )
}

/** Waits until a private page is hydrated. */
export const hydrated = (page: Page) => expect(page.locator('html[data-interactive]')).toBeAttached()

/** Waits until a private page has preloaded Coming Soon (routes/dashboard/layout.tsx). */
export const prefetched = (page: Page) =>
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

/** The session cookie for a `Cookie` header. */
export async function cookieIn(page: Page): Promise<string> {
  const cookie = (await page.context().cookies()).find(({ name }) => name === '__Host-session')
  return cookie ? `${cookie.name}=${cookie.value}` : ''
}
