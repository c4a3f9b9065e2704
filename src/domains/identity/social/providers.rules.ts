import { href } from 'react-router'
import { readCookie } from '../../../platform/cookies.ts'
import { hasHiddenCharacters } from '../../../platform/visible-text.ts'
import type { OfferedProvider, Person } from './providers.contract.ts'

/** Milliseconds: enough for a second factor, short enough for shared devices. */
export const flowTtl = 10 * 60 * 1000

export const callbackPath = href('/auth-test/callback')
export const consentPath = href('/auth-test/allow')
export const startPath = (key: string): string => href('/auth-test/with/:provider', { provider: key })

/** Strips the secrets. */
export const offered = ({ key, label }: OfferedProvider): OfferedProvider => ({ key, label })

const flowCookie = '__Host-flow'
const browserName = /^[A-Za-z0-9_-]{43}$/

/**
 * An answer to another browser's flow signs nobody in (login CSRF: RFC 6749, 10.12). form_post is cross-site.
 */
export const flowCookieFor = (browser: string): string =>
  `${flowCookie}=${browser}; Path=/; Secure; HttpOnly; SameSite=None; Max-Age=${flowTtl / 1000}`

/** Reads the cookie, which several tabs share. */
export function browserOf(cookies: string | null | undefined): string | undefined {
  const value = readCookie(cookies, flowCookie)
  return value && browserName.test(value) ? value : undefined
}

/** Requests no name or picture. */
export function authorizationParams(key: string): Record<string, string> {
  // Apple returns the email only with form_post.
  return { scope: 'openid email', ...(key === 'apple' && { response_mode: 'form_post' }) }
}

/** Requests a new sign-in (OpenID Connect Core 1.0, 3.1.2.1). */
export const forceReauth = { max_age: '0' }

/** These can't reauthenticate a user. */
export const providersWithoutAuthTime: ReadonlySet<string> = new Set(['google'])

export type Freshness = 'fresh' | 'stale' | 'unknown'

/** Seconds. */
export const clockSkew = 60

/** Whether the user signed in after the request. `auth_time`: seconds; `asked_at`: milliseconds. */
export function freshnessOf(auth_time: unknown, asked_at: number): Freshness {
  if (typeof auth_time !== 'number') return 'unknown'
  return auth_time >= Math.floor(asked_at / 1000) - clockSkew ? 'fresh' : 'stale'
}

/** `claims`: of a verified ID token, or of userinfo for the same `sub`. */
export function personOf(
  key: string,
  claims: { iss: string; sub: string } & Record<string, unknown>,
): Person {
  const { iss, sub, email, email_verified, xms_edov } = claims
  const issuer = key === 'apple' ? appleIssuer : iss
  // Directory admins can set any address; `xms_edov` states that the domain's owner was verified.
  const emailVerified = key === 'microsoft' ? xms_edov : email_verified
  // Apple sends "true", Microsoft 1 or "1".
  const verified =
    emailVerified === true ||
    emailVerified === 'true' ||
    (key === 'microsoft' && (emailVerified === 1 || emailVerified === '1'))
  return typeof email === 'string' &&
    email.length <= 254 &&
    !hasHiddenCharacters(email) &&
    email.includes('@') &&
    verified
    ? { issuer, sub, email }
    : { issuer, sub }
}

/** Mobile apps have another issuer, with the same users. */
const appleIssuer = 'https://appleid.apple.com'

/** The stored claims. */
export const identityData = ({ sub, email }: Person): string => JSON.stringify({ sub, email })

/** Whether the user canceled at the provider (RFC 6749, 4.1.2.1; Apple has its own codes). */
export const isChangeOfMind = (error: string): boolean =>
  ['access_denied', 'user_cancelled_authorize', 'user_cancelled_login'].includes(error)
