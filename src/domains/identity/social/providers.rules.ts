import { readCookie } from '../../../platform/cookies.ts'
import { hasHiddenCharacters } from '../../../platform/visible-text.ts'
import type { OfferedProvider, Person } from './providers.contract.ts'

/** Long enough for a password and a second factor at the provider, short enough to be forgotten by the next person. */
export const flowTtl = 10 * 60 * 1000

export const callbackPath = '/auth-test/callback'
/** Where who came back from a provider for a client is asked before an account is linked (wire/providers). */
export const consentPath = '/auth-test/allow'
export const startPath = (key: string): string => `/auth-test/with/${key}`

/** @returns key and label alone: the rest of the configuration never reaches a page */
export const offered = ({ key, label }: OfferedProvider): OfferedProvider => ({ key, label })

const flowCookie = '__Host-flow'
const browserName = /^[A-Za-z0-9_-]{43}$/

/**
 * Names the browser that began, so that an answer which somebody else began elsewhere signs nobody in (login CSRF: RFC 6749,
 * 10.12). SameSite=None, because a provider's form_post comes from another site and brings no other cookie. It opens nothing.
 *
 * @returns the value of a `Set-Cookie` header
 */
export const flowCookieFor = (browser: string): string =>
  `${flowCookie}=${browser}; Path=/; Secure; HttpOnly; SameSite=None; Max-Age=${flowTtl / 1000}`

/** @returns what a `Cookie` header calls the browser; it keeps its name while several tabs are away at providers */
export function browserOf(cookies: string | null | undefined): string | undefined {
  const value = readCookie(cookies, flowCookie)
  return value && browserName.test(value) ? value : undefined
}

/** What a provider is asked for: who it is and their address, no name and no picture. */
export function authorizationParams(key: string): Record<string, string> {
  // Apple gives the address by form_post alone ("Request an authorization to the Sign in with Apple server").
  return { scope: 'openid email', ...(key === 'apple' && { response_mode: 'form_post' }) }
}

/**
 * Asks a provider not to take an older sign-in for this one (OpenID Connect Core 1.0, 3.1.2.1); one that does not know the word
 * passes over it (RFC 6749, 3.1).
 */
export const forceReauth = { max_age: '0' }

/** They know neither that nor a word for when somebody signed in ("OpenID Connect", Google Identity): theirs proves nothing anew. */
export const providersWithoutAuthTime: ReadonlySet<string> = new Set(['google'])

/** `unknown`: the provider says nothing of when it was. */
export type Freshness = 'fresh' | 'stale' | 'unknown'

/** Seconds: their clock and ours may be half a minute off each, or one of them more. */
export const clockSkew = 60

/**
 * Whether somebody signed in at the provider after they were sent there, and was not just still signed in.
 *
 * @param auth_time as the ID token says it (OpenID Connect Core 1.0, 2), in seconds
 * @param asked_at when they were sent there, in milliseconds
 */
export function freshnessOf(auth_time: unknown, asked_at: number): Freshness {
  if (typeof auth_time !== 'number') return 'unknown'
  return auth_time >= Math.floor(asked_at / 1000) - clockSkew ? 'fresh' : 'stale'
}

/**
 * @param claims of a verified ID token, or of userinfo for the same `sub`
 * @returns the address only if the provider says that it verified it
 */
export function personOf(
  key: string,
  claims: { iss: string; sub: string } & Record<string, unknown>,
): Person {
  const { iss, sub, email, email_verified, xms_edov } = claims
  const issuer = key === 'apple' ? appleIssuer : iss
  // Microsoft has no email_verified, and anybody can write any address into a directory of their own. `xms_edov`, a claim that
  // the operator has to ask for, says that the owner of the domain was verified.
  const emailVerified = key === 'microsoft' ? xms_edov : email_verified
  // Apple writes "true", Microsoft 1 or "1".
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

/** Apple signs on telephones under another name too (id-tokens/rules.ts), and means the same people. */
const appleIssuer = 'https://appleid.apple.com'

/** What is kept of what a provider said of a person, and shown to them. */
export const identityData = ({ sub, email }: Person): string => JSON.stringify({ sub, email })

/** By their `error`: the person changed their mind (RFC 6749, 4.1.2.1; Apple has a word of its own). */
export const isChangeOfMind = (error: string): boolean =>
  ['access_denied', 'user_cancelled_authorize', 'user_cancelled_login'].includes(error)
