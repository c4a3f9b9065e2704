import { beforeAll, describe, expect, test } from 'vitest'
import { authApiApp, password, version, withMail } from '../support/auth-api-client.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()

let wire: Awaited<ReturnType<typeof authApiApp>>
beforeAll(async () => {
  wire = await authApiApp(database)
})
const post = (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
  wire.ask(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers })

describe('a response', () => {
  test('has the format of the requested API version and names that version', async () => {
    const first = await post('/token?grant_type=password', { email: 'a@example.org', password: 'wrong' })
    expect(first.status).toBe(400)
    expect(first.headers.get('X-Supabase-Api-Version')).toBeNull()
    expect(first.headers.get('X-Sb-Error-Code')).toBe('invalid_credentials')
    expect(await first.json()).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    })
    for (const asked of ['2024-01-01', '2030-12-31']) {
      const named = await post(
        '/token?grant_type=password',
        { email: 'a@example.org', password: 'wrong' },
        {
          'X-Supabase-Api-Version': asked,
        },
      )
      expect(named.headers.get('X-Supabase-Api-Version')).toBe('2024-01-01')
      expect(await named.json()).toEqual({
        code: 'invalid_credentials',
        message: 'Invalid login credentials',
      })
    }
    const weak = await post('/signup', { email: 'a@example.org', password: 'short' }, version)
    expect(await weak.json()).toMatchObject({ code: 'weak_password', weak_password: { reasons: ['length'] } })
    const older = await post(
      '/signup',
      { email: 'a@example.org', password: 'short' },
      {
        'X-Supabase-Api-Version': '2023-01-01',
      },
    )
    expect(await older.json()).toMatchObject({
      error_code: 'weak_password',
      weak_password: { reasons: ['length'] },
    })
  })

  test('is readable by any origin, without cookies', async () => {
    const asked = await wire.ask('/token', {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://app.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,content-type,x-client-info,x-supabase-api-version',
      },
    })
    expect(asked.status).toBe(204)
    expect(asked.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(asked.headers.get('Access-Control-Allow-Credentials')).toBeNull()
    expect(asked.headers.get('Access-Control-Allow-Headers')).toContain('x-supabase-api-version')
    const answer = await wire.ask('/settings', { headers: { Origin: 'https://app.example', ...version } })
    expect(answer.headers.get('Access-Control-Expose-Headers')).toContain('X-Supabase-Api-Version')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.headers.get('Set-Cookie')).toBeNull()
  })

  test('to a malformed request is an error without a stack trace', async () => {
    const refused = async (response: Response) => (await response.json()) as { error_code: string }
    expect(await refused(await post('/otp', '{"email":'))).toMatchObject({ error_code: 'bad_json' })
    expect(await refused(await post('/otp', '[]'))).toMatchObject({ error_code: 'bad_json' })
    expect(await refused(await post('/otp', { email: 7 }))).toMatchObject({ error_code: 'validation_failed' })
    const large = await post('/otp', { data: 'x'.repeat(70_000) })
    expect(large.status).toBe(413)
    expect(await refused(large)).toMatchObject({ error_code: 'request_entity_too_large' })
    for (const path of ['/token', '/token?grant_type=', '/token?grant_type=toString'])
      expect(await refused(await post(path)), path).toMatchObject({
        error_code: 'invalid_credentials',
        msg: 'unsupported_grant_type',
      })
    expect(await refused(await wire.ask('/nothing'))).toMatchObject({ error_code: 'not_found' })
  })
})

test.each([
  [{}, 'Verify requires a verification type'],
  [{ type: '' }, 'Verify requires a verification type'],
  [{ type: 'email' }, 'Verify requires either a token or a token hash'],
  [{ type: 'email', token: '123456', token_hash: 'abc' }, 'Verify requires either a token or a token hash'],
  [{ type: 'email', token: '123456' }, 'Only an email address or phone number should be provided on verify'],
  [
    { type: 'email', token_hash: 'abc', email: 'a@example.org' },
    'Only the token_hash and type should be provided',
  ],
  [{ type: 'smoke', token_hash: 'abc' }, 'Unsupported verification type'],
  [{ type: 'toString', token_hash: 'abc' }, 'Unsupported verification type'],
])('a code or link with missing or conflicting fields is rejected: %j', async (body, message) => {
  const answer = await post('/verify', body, version)
  expect([answer.status, await answer.json()]).toEqual([400, { code: 'validation_failed', message }])
})

const both = { email: 'a@example.org', phone: '+15551234567', password }
test.each([
  ['/signup', both, 'Only an email address or phone number should be provided on signup.'],
  [
    '/signup',
    { phone: both.phone, password, code_challenge: 'x'.repeat(43), code_challenge_method: 's256' },
    'PKCE not supported for phone signups',
  ],
  ['/otp', both, 'Only an email address or phone number should be provided'],
  ['/otp', { email: both.email, channel: 'sms' }, 'Channel should only be specified with Phone OTP'],
  ['/token?grant_type=password', both, 'Only an email address or phone number should be provided on login.'],
  ['/resend', { type: 'signup' }, 'Type provided requires an email address'],
  ['/resend', { type: 'sms' }, 'Type provided requires a phone number'],
  ['/resend', { ...both, type: 'sms' }, 'Only an email address or phone number should be provided.'],
  ['/resend', { type: 'email_change' }, 'Missing email address or phone number'],
  ['/resend', { type: 'phone_change' }, 'Missing email address or phone number'],
])('%s rejects missing or conflicting fields: %j', async (path, body, message) => {
  const answer = await post(path, body, version)
  expect([answer.status, await answer.json()]).toEqual([400, { code: 'validation_failed', message }])
})

describe('settings and health', () => {
  test('show what is enabled', async () => {
    expect(await (await wire.ask('/health')).json()).toMatchObject({ name: 'auth' })
    const external = {
      email: true,
      phone: false,
      anonymous_users: false,
      github: false,
      linkedin_oidc: false,
    }
    const here = { external, disable_signup: false }
    expect(await (await wire.ask('/settings')).json()).toMatchObject({ ...here, mailer_autoconfirm: true })
    const mailing = await authApiApp(database, withMail)
    expect(await (await mailing.ask('/settings')).json()).toMatchObject({
      ...here,
      mailer_autoconfirm: false,
    })
    const closed = await authApiApp(database, { PUBLIC_URL: 'https://open.example' })
    expect(await (await closed.ask('/settings')).json()).toMatchObject({ disable_signup: true })
    expect((await closed.client().auth.signUp({ email: 'a@example.org', password })).error).toMatchObject({
      code: 'signup_disabled',
    })
    expect((await closed.client().auth.signInWithOtp({ email: 'a@example.org' })).error).toMatchObject({
      code: 'signup_disabled',
    })
  })
})

describe('a feature that is off', () => {
  test('is rejected with the error codes that the client knows', async () => {
    const { auth } = wire.client()
    expect((await auth.signInWithSSO({ domain: 'example.org' })).error).toMatchObject({
      code: 'saml_provider_disabled',
      status: 404,
    })
    for (const body of [{ chain: 'solana', message: 'words', signature: 'x' }, {}, { message: 7 }])
      expect(await (await post('/token?grant_type=web3', body, version)).json()).toMatchObject({
        code: 'web3_provider_disabled',
      })
    for (const [path, code] of [
      ['/passkeys/authentication/options', 'passkey_disabled'],
      ['/oauth/authorize', 'feature_disabled'],
    ] as const) {
      expect(await (await post(path, {}, version)).json()).toMatchObject({ code })
    }
  })

  test('rejects every user on the admin routes', async () => {
    const { auth } = wire.client()
    const { data } = await auth.signUp({ email: 'not-an-admin@example.org', password })
    const Authorization = `Bearer ${data.session?.access_token}`
    for (const path of ['/invite', '/admin/users', '/admin/generate_link', '/admin/users/1/factors']) {
      expect(await (await post(path, {}, version)).json()).toMatchObject({ code: 'no_authorization' })
      const refused = await post(path, {}, { ...version, Authorization })
      expect(refused.status).toBe(403)
      expect(await refused.json()).toMatchObject({ code: 'not_admin' })
    }
  })
})
