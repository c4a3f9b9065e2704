import { expect, test } from 'vitest'
import { refuse } from '../auth-api.rules.ts'
import { addressWithError, nameOnWire, providerNamed } from './oauth.rules.ts'

const [microsoft, test1, azure] = [{ key: 'microsoft' }, { key: 'test' }, { key: 'azure' }]

test('a provider has the name that the client knows', () => {
  expect(['google', 'apple', 'microsoft', 'email', 'constructor'].map(nameOnWire)).toEqual([
    'google',
    'apple',
    'azure',
    'email',
    'constructor',
  ])
  for (const name of ['azure', 'microsoft', 'custom:microsoft']) {
    expect(providerNamed([test1, microsoft], name)).toBe(microsoft)
  }
  expect(providerNamed([microsoft, azure], 'azure')).toBe(azure)
  for (const name of ['', 'email', 'custom:', 'custom:custom:test', 'Test']) {
    expect(providerNamed([test1, microsoft], name)).toBeUndefined()
  }
})

test.each([
  [refuse('bad_oauth_state', 'm'), 'invalid_request'],
  [refuse('session_not_found', 'm'), 'access_denied'],
  [refuse('signup_disabled', 'm'), 'access_denied'],
  [refuse('identity_already_exists', 'm'), 'server_error'],
  [refuse('over_request_rate_limit', 'm'), 'server_error'],
])('%o is called as the reference service calls it: %s', (refusal, error) => {
  const url = new URL(addressWithError(new URL('org.example.app://back?a=1&error=old#old'), refusal))
  const said = { error, error_code: refusal.refused, error_description: 'm' }
  expect(Object.fromEntries(url.searchParams)).toEqual({ a: '1', ...said })
  expect(Object.fromEntries(new URLSearchParams(url.hash.slice(1)))).toEqual({ ...said, sb: '' })
})
