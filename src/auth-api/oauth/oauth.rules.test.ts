import { expect, test } from 'vitest'
import { authError } from '../auth-api.rules.ts'
import { apiProviderName, findProviderByName, redirectUrlWithError } from './oauth.rules.ts'

const [microsoft, test1, azure] = [{ key: 'microsoft' }, { key: 'test' }, { key: 'azure' }]

test('providers have the names that the client knows', () => {
  expect(['google', 'apple', 'microsoft', 'email', 'constructor'].map(apiProviderName)).toEqual([
    'google',
    'apple',
    'azure',
    'email',
    'constructor',
  ])
  for (const name of ['azure', 'microsoft', 'custom:microsoft']) {
    expect(findProviderByName([test1, microsoft], name)).toBe(microsoft)
  }
  expect(findProviderByName([microsoft, azure], 'azure')).toBe(azure)
  for (const name of ['', 'email', 'custom:', 'custom:custom:test', 'Test']) {
    expect(findProviderByName([test1, microsoft], name)).toBeUndefined()
  }
})

test.each([
  [authError('bad_oauth_state', 'm'), 'invalid_request'],
  [authError('session_not_found', 'm'), 'access_denied'],
  [authError('signup_disabled', 'm'), 'access_denied'],
  [authError('identity_already_exists', 'm'), 'server_error'],
  [authError('over_request_rate_limit', 'm'), 'server_error'],
])('%o becomes the OAuth error of the reference service: %s', (authFailure, error) => {
  const url = new URL(redirectUrlWithError(new URL('org.example.app://back?a=1&error=old#old'), authFailure))
  const params = { error, error_code: authFailure.errorCode, error_description: 'm' }
  expect(Object.fromEntries(url.searchParams)).toEqual({ a: '1', ...params })
  expect(Object.fromEntries(new URLSearchParams(url.hash.slice(1)))).toEqual({ ...params, sb: '' })
})
