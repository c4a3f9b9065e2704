import { afterAll, beforeAll, beforeEach } from 'vitest'
import { readUserByEmail } from '../../src/domains/identity/identity.reads.server.ts'
import { openidBrowser } from './openid-browser.ts'
import { openidProvider } from './openid-provider.ts'
import { testApp } from './test-app.ts'
import type { TestDatabase } from './test-database.ts'

export const origin = 'http://localhost:3000'
const callback = `${origin}/auth-test/callback`
export type Browser = ReturnType<typeof openidBrowser>

/** The app with two working providers and one that is unreachable. */
export function twoProviders(database: TestDatabase) {
  let provider: Awaited<ReturnType<typeof openidProvider>>
  let second: Awaited<ReturnType<typeof openidProvider>>
  let served: Awaited<ReturnType<typeof testApp>>

  beforeAll(async () => {
    provider = await openidProvider([callback])
    second = await openidProvider([callback])
    const environment = {
      OIDC_TEST: provider.setting,
      OIDC_SECOND: `${second.setting} Second Place`,
      OIDC_AWAY: 'http://127.0.0.1:9 web secret Far Away',
    }
    served = await testApp(database, { environment })
  })
  afterAll(() => Promise.all([provider?.stop(), second?.stop()]))
  beforeEach(() => {
    for (const peer of [provider, second])
      peer.behavior = { form_post: false, address_in_token: true, forge: undefined }
    served.time.now = new Date('2026-03-04T12:00:00Z')
    // All requests have one IP, whose new accounts are rate limited.
    return database.auth
      .deleteFrom('auth.rate_limits')
      .execute()
      .then(() => undefined)
  })

  const browser = () => openidBrowser(origin, (url, init) => served.app.request(url, init))
  const isSignedIn = (one: Browser) => Boolean(one.jar.get('__Host-session')?.value)
  /** Signs up or in with a provider. */
  async function signInWithProvider(
    one: Browser,
    sub: string,
    fields: Record<string, string> = { of_age: 'on' },
    key = 'test',
  ) {
    const at = await one.press(`/auth-test/with/${key}`, fields)
    // The provider does not ask again while signed in.
    return at.url.startsWith(origin) ? at : one.submitLogin(at, sub)
  }
  let userCount = 0
  function createProviderUser(claims: { email?: string; email_verified?: boolean | string } = {}) {
    const sub = `person-${++userCount}`
    const email = `${sub}@example.org`
    const user = { email, email_verified: true, ...claims }
    provider.users.set(sub, user)
    second.users.set(sub, user)
    return { sub, email }
  }
  const countUsers = async () => {
    const rows = await database.auth.selectFrom('auth.users').select('id').execute()
    return rows.length
  }
  const identitiesOf = (user_id: string) =>
    database.auth.selectFrom('auth.identities').selectAll().where('user_id', '=', user_id).execute()
  const userOf = async (email: string) => {
    const user = await readUserByEmail(database.auth, email)
    if (!user) throw new Error(`nobody has ${email}`)
    return user
  }
  /** The user of an identity at the first provider. */
  const ownerOf = (sub: string) =>
    database.auth
      .selectFrom('auth.users')
      .innerJoin('auth.identities', 'auth.identities.user_id', 'auth.users.id')
      .selectAll('auth.users')
      .where('provider_id', '=', sub)
      .where('provider', '=', 'test')
      .executeTakeFirstOrThrow()
  const setUser = (email: string, columns: { password_hash?: string; status?: 'suspended' | 'restricted' }) =>
    database.auth.updateTable('auth.users').set(columns).where('email_key', '=', email).execute()
  return {
    get provider() {
      return provider
    },
    get second() {
      return second
    },
    get served() {
      return served
    },
    browser,
    isSignedIn,
    signInWithProvider,
    createProviderUser,
    countUsers,
    identitiesOf,
    userOf,
    ownerOf,
    setUser,
  }
}
