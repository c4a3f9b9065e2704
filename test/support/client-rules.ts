import { decodeJwt } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { authApiApp, password } from './auth-api-client.ts'
import { clientsBehindProxy } from './auth-client.ts'
import type { TestDatabase } from './test-database.ts'

let people = 0
export const newEmail = () => `visitor-${++people}@example.org`
export const signedByNobody = (token: string) =>
  token.replace(/[^.]+$/, Buffer.alloc(64).toString('base64url'))
export const retryable = { name: 'AuthRetryableFetchError' }

/** Has a long timeout for busy machines. */
export const soon = <T>(read: () => T) => expect.poll(read, { timeout: 20_000, interval: 20 })
/** The session in a client's storage. */
export const sessionIn = (kept: Map<string, string>) =>
  JSON.parse(kept.get('kept') ?? 'null') as { access_token: string; refresh_token: string } | null

/** Unmodified clients of our engine, over real sockets. `fixture` is filled once the tests run. */
export function clientRules(database: TestDatabase) {
  const fixture = {} as {
    wire: Awaited<ReturnType<typeof authApiApp>>
    line: Awaited<ReturnType<typeof clientsBehindProxy>>
  }
  beforeAll(async () => {
    fixture.wire = await authApiApp(database)
    fixture.line = await clientsBehindProxy(fixture.wire.app)
  })
  beforeEach(() => {
    fixture.wire.time.now = new Date()
  })
  afterEach(async () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    await fixture.line.clear()
  })
  afterAll(() => fixture.line.close())

  /** A user who signed up that long ago, in a client that has done nothing since. */
  async function newcomer(ago = 0, options: Parameters<typeof fixture.line.client>[0] = {}) {
    fixture.wire.time.now = new Date(Date.now() - ago)
    const created = fixture.line.client(options)
    const email = newEmail()
    const { data, error } = await created.auth.signUp({ email, password })
    if (error || !data.session) throw error ?? new Error('no session')
    fixture.wire.time.now = new Date()
    return { ...created, email, session: data.session }
  }

  async function endOnServer(token: string) {
    const { session_id } = decodeJwt<{ session_id: string }>(token)
    await database.auth.deleteFrom('auth.sessions').where('id', '=', session_id).execute()
  }

  return { fixture, newcomer, endOnServer }
}
