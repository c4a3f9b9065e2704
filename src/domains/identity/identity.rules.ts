import { href } from 'react-router'
import { readCookie } from '../../platform/cookies.ts'
import type { Session } from './identity.contract.ts'
import * as messages from './messages.en.yaml'
import { lockIn } from './sessions/safe-mode.rules.ts'
import type { SessionEvent, SessionSummary } from './sessions/sessions.contract.ts'

/** One account per key: nearly every provider ignores case. */
export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase()

const day = 24 * 60 * 60 * 1000
/** Idle timeout. A shared device's cookie also ends with the browser. */
const sessionTtl = { own: 30 * day, shared: 30 * 60 * 1000 } as const

/**
 * Maximum age (ASVS 5.0, 7.3.2). More than NIST SP 800-63B's 30 days: someone who hides their phone must not
 * need their mailbox every month.
 */
export const sessionMaxAge = { own: 180 * day, shared: 12 * 60 * 60 * 1000 } as const

/** Rounds the expiry down with Limit Data Collection, because it would reveal the last use. */
const limitedRounding = { own: 7 * day, shared: 5 * 60 * 1000 } as const

/** Returns when a session used now expires. The database rounds the same way. */
export function sessionEnd(now: Date, shared_device: boolean, limit_data = false): Date {
  const kind = shared_device ? 'shared' : 'own'
  const end = now.getTime() + sessionTtl[kind]
  return new Date(limit_data ? end - (end % limitedRounding[kind]) : end)
}

/** What the browser may see. */
export const toClientSession = (
  { user_id, aal, shared_device, expires_at, locks_at, lock_minutes }: Session,
  now: Date,
): SessionSummary => ({
  user_id,
  aal,
  shared_device,
  expires_in: expires_at.getTime() - now.getTime(),
  life: sessionTtl[shared_device ? 'shared' : 'own'],
  lock_in: lock_minutes && locks_at ? lockIn(locks_at, lock_minutes, now) : null,
})

/** Shown when a signed-out browser submits a private form. */
export const submissionRejectedPath = href('/auth-test/not-sent')

/** Milliseconds. */
export const emailTokenTtl = 60 * 60 * 1000

/** Milliseconds. */
export const pendingChangeTtl = 60 * 60 * 1000

const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux|X11/, 'Linux'],
]

/** Returns "Firefox on Linux". */
export function describeUserAgent(userAgent: string | null | undefined): string {
  const nameIn = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const [browser, system] = [nameIn(browsers), nameIn(systems)]
  if (browser && system) return messages.device({ browser, system })
  return browser ?? system ?? messages.unnamedDevice()
}

/** Returns `next` (untrusted) if private, otherwise the dashboard (open redirect). */
export function nextPath(next: string | null | undefined): string {
  const start = href('/dashboard')
  // An OAuth redirect stores it: limit its length.
  if (!next || next.length > 2000 || !URL.canParse(next, 'https://here.invalid')) return start
  const url = new URL(next, 'https://here.invalid')
  const isPrivate = url.origin === 'https://here.invalid' && /^\/dashboard(?:\/|$)/.test(url.pathname)
  return isPrivate ? url.pathname + url.search + url.hash : start
}

/** `__Host-` ties the cookie to this host, path `/` and https (RFC 6265bis, 4.1.3.2). */
const sessionCookie = '__Host-session'

/** Readable by scripts, grants nothing: cached public pages show Dashboard instead of Log In. */
const markerCookie = '__Host-signed-in'

/** Set by scripts when sign-out can't reach the server; the next request ends the session. */
const signedOutCookie = '__Host-signed-out'

/** Tells the next page once what happened. Scanners flag script-readable cookies named "session". */
const eventCookie = '__Host-account-event'

const cookieAttributes = 'Path=/; Secure; SameSite=Lax'
const expired = '; Max-Age=0'
const deletion = (name: string) => `${name}=; ${cookieAttributes}${expired}`

/**
 * Returns `Set-Cookie` values; without a token they delete the cookies. Without an event, `signedOutCookie`
 * stays: the request may predate a sign-out.
 */
export function sessionCookies(token?: string, shared_device = false, event?: SessionEvent): string[] {
  const lifetime = token === undefined ? expired : shared_device ? '' : `; Max-Age=${sessionTtl.own / 1000}`
  return [
    `${sessionCookie}=${token ?? ''}; ${cookieAttributes}; HttpOnly${lifetime}`,
    `${markerCookie}=${token === undefined ? '' : '1'}; ${cookieAttributes}${lifetime}`,
    ...(event || token === undefined ? [deletion(signedOutCookie)] : []),
    ...(event ? [sessionEventCookie(event)] : token === undefined ? [deletion(eventCookie)] : []),
  ]
}

/** `Set-Cookie` values for a session that can't be ended now: the next request ends it. */
export const signedOutMarkerCookies = (): string[] => [
  `${signedOutCookie}=1; ${cookieAttributes}; Max-Age=${sessionTtl.own / 1000}`,
  deletion(markerCookie),
  deletion(eventCookie),
]

/** `Set-Cookie` value that tells the next page what happened. */
export const sessionEventCookie = (event: SessionEvent): string =>
  `${eventCookie}=${event}; ${cookieAttributes}; Max-Age=60`

/** The session token; undefined if the browser has signed out. */
export const sessionTokenFrom = (cookies: string | null | undefined): string | undefined =>
  hasSignedOutMarker(cookies) ? undefined : sessionTokenEvenIfSignedOut(cookies)

/** The session token, even if the browser has signed out. */
export const sessionTokenEvenIfSignedOut = (cookies: string | null | undefined): string | undefined =>
  readCookie(cookies, sessionCookie)

/** True if the browser signed out without reaching the server. */
export const hasSignedOutMarker = (cookies: string | null | undefined): boolean =>
  readCookie(cookies, signedOutCookie) !== undefined

/** Why the password for a sign-up's link was not accepted. */
export const linkProblem = (outcome: 'wrong' | 'wait'): string =>
  outcome === 'wait' ? messages.tooManyAttempts() : messages.wrongSignUpPassword()

/** Milliseconds. */
const reauthTtl = 15 * 60 * 1000

/** Reauthentications up to this time no longer count. */
export const reauthCutoff = (now: Date): Date => new Date(now.getTime() - reauthTtl)

/** True if no reauthentication is needed. A `proven_at` far in the future (clock skew) doesn't count. */
export const isRecentlyAuthenticated = ({ proven_at, is_anonymous }: Session, now: Date): boolean =>
  is_anonymous || (proven_at !== null && Math.abs(now.getTime() - new Date(proven_at).getTime()) < reauthTtl)

/**
 * The error for additions by a restricted account. Never applies to what keeps an account safe, nor to
 * reading, exporting and deleting.
 */
export const restrictedAccountError = ({ status }: { status: string }): string | undefined =>
  status === 'restricted' ? messages.restricted() : undefined
