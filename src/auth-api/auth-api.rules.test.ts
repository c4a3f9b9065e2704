import { expect, test } from 'vitest'
import { allowedRedirectUrl, authError, errorBody, isDatedVersion } from './auth-api.rules.ts'

test('API versions are dated from 2024-01-01 on', () => {
  expect(['2024-01-01', '2031-02-03'].map(isDatedVersion)).toEqual([true, true])
  expect([undefined, '', '2023-12-31', 'latest', '2024'].map(isDatedVersion)).toEqual(Array(5).fill(false))
})

test('an error body has the format of the requested version', () => {
  const weak = authError('weak_password', 'Longer, please.', { reasons: ['length'] })
  const reasons = { weak_password: { reasons: ['length'] } }
  expect(errorBody(weak, true)).toEqual({ code: 'weak_password', message: 'Longer, please.', ...reasons })
  expect(errorBody(weak, false)).toEqual({
    code: 422,
    error_code: 'weak_password',
    msg: 'Longer, please.',
    ...reasons,
  })
})

const config = {
  publicUrl: 'https://here.example',
  redirectUrls: [
    ...['https://app.example/', 'https://exact.example/in?from=mail', 'https://shared.example/ours/**'],
    ...['org.example.app://callback', 'org.example.more://callback/**'],
  ],
}

test.each([
  ['/glossary?a=1', 'https://here.example/glossary?a=1'],
  ['https://here.example/dashboard', 'https://here.example/dashboard'],
  ['https://app.example', 'https://app.example/'],
  ['HTTPS://APP.example:443/a/..#e', 'https://app.example/#e'],
  ['https://exact.example/in?from=mail', 'https://exact.example/in?from=mail'],
  ['https://shared.example/ours/', 'https://shared.example/ours/'],
  ['https://shared.example/ours/too?c=d#e', 'https://shared.example/ours/too?c=d#e'],
  ['org.example.app://callback', 'org.example.app://callback'],
  ['org.example.more://callback/deep?x=1', 'org.example.more://callback/deep?x=1'],
])('allows a redirect to %s', (requested, expected) => {
  expect(allowedRedirectUrl(config, requested)?.href).toBe(expected)
})

test.each([
  // An entry matches exactly: no longer path, no added query.
  'https://app.example/b',
  'https://app.example/?c=d',
  'https://exact.example/in',
  'https://exact.example/in/',
  'https://exact.example/in?from=mail&to=x',
  'https://shared.example/ours',
  'org.example.app://callback/deep',
  'org.example.app://callback?x=1',
  'org.example.more://callbacks/deep',
  'https://there.example/',
  '//there.example',
  'https://here.example@there.example/',
  'https://me:it@here.example/',
  'https://me@app.example/',
  'http://here.example/',
  'http://app.example/',
  'https://app.example:8443/',
  'https://app.example.there.example/',
  'https://there.example/https://app.example/',
  'https://shared.example/oursnot',
  'https://shared.example/ours/../theirs',
  'https://shared.example/ours/%2e%2e/theirs',
  'org.example.app://other',
  'org.example.app.evil://callback',
  '\\\\there.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '',
  undefined,
])('rejects a redirect to %s', (requested) => {
  expect(allowedRedirectUrl(config, requested)).toBeUndefined()
})
