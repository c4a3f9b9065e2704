import { beforeAll, beforeEach } from 'vitest'
import { authApiApp, withMail } from './auth-api-client.ts'
import type { TestDatabase } from './test-database.ts'

export const here = 'http://localhost:3000'
/** The redirect target of an app. */
export const app = 'https://app.example/in?from=mail'
const environment = { ...withMail, REDIRECT_URLS: `${app} org.example.app://callback/in` }

let people = 0
export const newAddress = () => `reader-${++people}@example.org`
export const fragmentOf = ({ hash }: URL) => Object.fromEntries(new URLSearchParams(hash.slice(1)))
export const queryOf = ({ searchParams }: URL) => Object.fromEntries(searchParams)
export const withoutFragment = (url: URL) => url.href.replace(/#.*/, '')

/** The whole app, for links in emails that an app requested. `fixture` is filled once the tests run. */
export function appLinks(database: TestDatabase) {
  const fixture = {} as { wire: Awaited<ReturnType<typeof authApiApp>> }
  beforeAll(async () => {
    fixture.wire = await authApiApp(database, environment)
  })
  beforeEach(() => {
    fixture.wire.time.now = new Date()
  })

  /** A sign-in link that an app requested. */
  async function magicLink(redirectTo = app, flowType: 'implicit' | 'pkce' = 'implicit') {
    const { auth, email } = await fixture.wire.createConfirmedUser({ flowType })
    await auth.signInWithOtp({ email, options: { ...(redirectTo && { emailRedirectTo: redirectTo }) } })
    return { auth, email, ...(await fixture.wire.messageTo(email)) }
  }

  return { fixture, magicLink }
}
