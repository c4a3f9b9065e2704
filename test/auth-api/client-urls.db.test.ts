import { describe, expect, test, vi } from 'vitest'
import { clientRules, newEmail, sessionIn, soon } from '../support/client-rules.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()
const { fixture, newcomer } = clientRules(database)

/** The parts of a browser that the client uses: a URL, which it may change. */
function atAddress(href: string) {
  const location = new URL(href)
  const nothing = () => {}
  vi.stubGlobal('window', {
    location,
    history: {
      state: null,
      replaceState: (_state: unknown, _title: string, to: string) => (location.href = to),
    },
    addEventListener: nothing,
    removeEventListener: nothing,
  })
  vi.stubGlobal('document', { visibilityState: 'visible' })
  // Otherwise the clients of this file would be tabs of one browser.
  vi.stubGlobal('BroadcastChannel', undefined)
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  /** The warnings of the client, except the one about several clients in this file. */
  const warnings = () =>
    warn.mock.calls.map(([text]) => String(text)).filter((text) => !text.includes('Multiple GoTrueClient'))
  return { location, warnings }
}
const app = 'https://app.example/in'
const addressOf = (session: {
  access_token: string
  refresh_token: string
  expires_at?: number | undefined
}) =>
  `${app}#${new URLSearchParams({
    access_token: session.access_token,
    refresh_token: session.refresh_token,
    expires_in: '3600',
    expires_at: String(session.expires_at),
    token_type: 'bearer',
    type: 'magiclink',
  })}`

describe('a URL with a session (points 8 and 9)', () => {
  test('signs in, and the client removes the tokens from it', async () => {
    const { session, email } = await newcomer()
    const { location, warnings } = atAddress(addressOf(session))
    const { auth, events } = fixture.line.client()
    expect((await auth.initialize()).error).toBeNull()
    await soon(() => events).toContain('SIGNED_IN')
    expect((await auth.getUser()).data.user?.email).toBe(email)
    expect(location.href).toBe(app)
    expect(warnings()).toEqual([])
  })

  test.each([
    [119, []],
    [120, [expect.stringContaining('issued over 120s ago, URL could be stale')]],
    [1800, [expect.stringContaining('issued over 120s ago, URL could be stale')]],
  ])('that is %i s old signs in, with a warning from 120 s on', async (seconds, expected) => {
    const { session } = await newcomer(seconds * 1000)
    vi.useFakeTimers({ toFake: ['Date'], now: ((session.expires_at ?? 0) - 3600 + seconds) * 1000 })
    const { warnings } = atAddress(addressOf(session))
    const { auth, storage } = fixture.line.client()
    expect((await auth.initialize()).error).toBeNull()
    expect(sessionIn(storage)?.access_token).toBe(session.access_token)
    expect(warnings()).toEqual(expected)
  })

  test.each([
    { error: 'access_denied' },
    { error_description: 'Email link is invalid or has expired' },
    { error_code: 'otp_expired' },
    {
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    },
  ] as Record<string, string>[])(
    'that holds %o returns an error, sends no request and keeps the stored session',
    async (said) => {
      const stranger = await newcomer()
      const known = await newcomer()
      for (const sign of ['#', '?']) {
        const words = new URLSearchParams(said)
        const href = addressOf(stranger.session)
        atAddress(sign === '#' ? `${href}&${words}` : href.replace('#', `?${words}#`))
        const { auth, requests, storage, events } = fixture.line.client({}, new Map(known.storage))
        const { error } = await auth.initialize()
        expect(error).toMatchObject({
          name: 'AuthImplicitGrantRedirectError',
          details: { error: said.error ?? 'unspecified_error', code: said.error_code ?? 'unspecified_code' },
        })
        expect(requests).toEqual([])
        expect(sessionIn(storage)?.access_token).toBe(known.session.access_token)
        expect(events).not.toContain('SIGNED_OUT')
      }
    },
  )

  test.each(['identity_already_exists', 'identity_not_found', 'single_identity_not_deletable'])(
    'that holds %s returns that error and keeps the stored session',
    async (error_code) => {
      const { storage, session } = await newcomer()
      atAddress(
        `${app}#${new URLSearchParams({ error: 'server_error', error_code, error_description: 'No' })}`,
      )
      const { auth, events } = fixture.line.client({}, storage)
      expect((await auth.initialize()).error).toMatchObject({ message: 'No', details: { code: error_code } })
      expect((await auth.getSession()).data.session?.access_token).toBe(session.access_token)
      expect(events).not.toContain('SIGNED_OUT')
    },
  )

  test('comes from the implicit flow, unless the client is set to PKCE', async () => {
    const email = newEmail()
    const { auth, requests, storage } = fixture.line.client()
    await auth.signInWithOtp({ email })
    expect(requests[0]?.body).toMatchObject({ code_challenge: null, code_challenge_method: null })
    expect(storage.size).toBe(0)
    const told = fixture.line.client({ flowType: 'pkce' })
    await told.auth.signInWithOtp({ email })
    expect(told.requests[0]?.body).toMatchObject({
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 's256',
    })
    expect([...told.storage.keys()].join()).toContain('code-verifier')
    atAddress(`${app}?code=x`)
    const other = fixture.line.client()
    expect((await other.auth.initialize()).error).toBeNull()
    expect(other.requests).toEqual([])
  })
})
