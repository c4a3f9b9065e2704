import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { acceptedIssuers, isHashOf, isNotIdToken, matchesNonce } from './id-tokens.rules.ts'

test('the issuer of the provider’s metadata is accepted; Apple has two issuers', () => {
  expect(acceptedIssuers('x', 'https://x.example', 'tid')).toEqual(['https://x.example'])
  expect(acceptedIssuers('apple', 'https://appleid.apple.com', undefined)).toEqual([
    'https://appleid.apple.com',
    'https://account.apple.com',
  ])
})

test('each Microsoft directory has its own issuer', () => {
  const announced = 'https://login.microsoftonline.com/{tenantid}/v2.0'
  expect(acceptedIssuers('microsoft', announced, '9188')).toEqual([
    'https://login.microsoftonline.com/9188/v2.0',
  ])
  expect(acceptedIssuers('microsoft', announced, '$&')).toEqual(['https://login.microsoftonline.com/$&/v2.0'])
  for (const tid of [undefined, 7, ['9188']]) expect(acceptedIssuers('microsoft', announced, tid)).toEqual([])
  // Other providers have no directories.
  expect(acceptedIssuers('x', 'https://x.example/{tenantid}', 'y')).toEqual(['https://x.example/{tenantid}'])
})

test.each([
  [undefined, {}, false],
  ['JWT', {}, false],
  ['jwt', {}, false],
  ['at+jwt', {}, true],
  ['logout+jwt', {}, true],
  [7, {}, true],
  ['JWT', { events: {} }, true],
])('a token of type %s with %o is not an ID token: %s', (typ, claims, is) =>
  expect(isNotIdToken(typ, claims)).toBe(is),
)

describe('the at_hash of an access token', () => {
  const half = (hash: string, bytes: number) =>
    createHash(hash).update('theirs').digest().subarray(0, bytes).toString('base64url')
  test.each([
    ['RS256', half('sha256', 16)],
    ['ES384', half('sha384', 24)],
    ['PS512', half('sha512', 32)],
    ['EdDSA', half('sha512', 32)],
    ['Ed25519', half('sha512', 32)],
  ])('uses the hash function of %s', (alg, at_hash) => {
    expect(isHashOf(at_hash, alg, 'theirs')).toBe(true)
    for (const other of ['another', '', 'theirs ']) expect(isHashOf(at_hash, alg, other)).toBe(false)
    expect(isHashOf('', alg, 'theirs')).toBe(false)
  })
})

test('a nonce matches only its lowercase hexadecimal hash', () => {
  const hash = createHash('sha256').update('nonce').digest('hex')
  expect(matchesNonce(hash, 'nonce')).toBe(true)
  for (const claim of ['nonce', hash.toUpperCase(), `${hash} `, ''])
    expect(matchesNonce(claim, 'nonce')).toBe(false)
})
