import { describe, expect, test } from 'vitest'
import {
  authorizationParams,
  browserOf,
  flowCookieFor,
  isChangeOfMind,
  offered,
  personOf,
} from './providers.rules.ts'

describe('an email address', () => {
  const email = 'ada@example.org'
  const iss = 'https://provider.example'
  test.each([
    ['google', { email_verified: true }],
    ['apple', { email_verified: 'true' }],
    ['microsoft', { xms_edov: true }],
    ['microsoft', { xms_edov: '1' }],
    ['microsoft', { xms_edov: 1 }],
    ['microsoft', { xms_edov: 'true' }],
    ['microsoft', { xms_edov: true, email_verified: false }],
  ])('is accepted when %s sends %o', (key, claims) =>
    expect(personOf(key, { iss, sub: 's', email, ...claims })).toEqual({
      issuer: expect.any(String),
      sub: 's',
      email,
    }),
  )

  test.each([
    ['google', { email_verified: false }],
    ['google', { email_verified: 'false' }],
    ['google', { email_verified: 1 }],
    ['google', { xms_edov: true }],
    ['google', {}],
    // Microsoft directory admins can set any address.
    ['microsoft', { email_verified: true }],
    ['microsoft', {}],
    ['microsoft', { xms_edov: false }],
    ['microsoft', { xms_edov: 0 }],
    ['microsoft', { xms_edov: 'false' }],
    ['microsoft', { xms_edov: false, email_verified: true }],
    ['google', { email_verified: true, email: 'nothing' }],
    ['google', { email_verified: true, email: ['ada@example.org'] }],
    ['google', { email_verified: true, email: 'ada\0@example.org' }],
    ['google', { email_verified: true, email: `${'a'.repeat(250)}@a.org` }],
  ])('is dropped when %s sends %o', (key, claims) =>
    expect(personOf(key, { iss, sub: 's', email, ...claims })).toEqual({
      issuer: expect.any(String),
      sub: 's',
    }),
  )
})

test('an identity has the issuer of its token; Apple’s two issuers are stored as one', () => {
  const issuerOf = (key: string, iss: string) => personOf(key, { iss, sub: 's' }).issuer
  const tenant = 'https://login.microsoftonline.com/a-tenant/v2.0'
  expect(issuerOf('microsoft', tenant)).toBe(tenant)
  for (const host of ['https://appleid.apple.com', 'https://account.apple.com']) {
    expect(issuerOf('apple', host)).toBe('https://appleid.apple.com')
  }
})

test('the authorization request contains the email scope and no name; Apple’s uses form_post', () => {
  expect(authorizationParams('google')).toEqual({ scope: 'openid email' })
  expect(authorizationParams('apple')).toEqual({ scope: 'openid email', response_mode: 'form_post' })
})

test('a page gets only the key and label of a provider', () => {
  const secret = {
    key: 'x',
    label: 'X',
    issuer: 'https://x.example',
    client_id: 'id',
    client_secret: 'secret',
  }
  expect(offered(secret)).toEqual({ key: 'x', label: 'X' })
})

test('the browser is read only from a well-formed flow cookie', () => {
  const name = 'A'.repeat(43)
  expect(browserOf(`a=b; ${flowCookieFor(name).split(';')[0]}; c=d`)).toBe(name)
  for (const cookies of [
    undefined,
    '',
    `flow=${name}`,
    `x__Host-flow=${name}`,
    '__Host-flow=short',
    '__Host-flow=',
  ]) {
    expect(browserOf(cookies)).toBeUndefined()
  }
})

test('a canceled sign-in is recognized by its error code', () => {
  expect(['access_denied', 'user_cancelled_authorize', 'server_error'].map(isChangeOfMind)).toEqual([
    true,
    true,
    false,
  ])
})
