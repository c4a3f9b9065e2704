import { readCookie } from '../../platform/cookies.ts'
import type { Session } from './identity.contract.ts'
import { lockIn } from './sessions/safe-mode.rules.ts'
import type { SessionEvent, SessionSummary } from './sessions/sessions.contract.ts'

/** One account an address: letters that differ in case alone are the same mailbox nearly everywhere, and people mistype them. */
export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase()

const day = 24 * 60 * 60 * 1000
/** How long a session lives without being used. On a shared device the cookie also ends with the browser. */
const sessionTtl = { own: 30 * day, shared: 30 * 60 * 1000 } as const

/**
 * How long a session can live at most, however much it is used (milliseconds; ASVS 5.0, 7.3.2). NIST SP 800-63B asks for a new
 * sign-in after 30 days at this level: a person who writes at night, on a phone that they hide, must not be sent to their mailbox
 * each month.
 */
export const sessionMaxAge = { own: 180 * day, shared: 12 * 60 * 60 * 1000 } as const

/** To what the end of a limited person's session is rounded down: it would tell when the session was used. */
const limitedRounding = { own: 7 * day, shared: 5 * 60 * 1000 } as const

/**
 * @param limit_data whether its person limits what is kept of them; the database rounds in the same way whatever it is given
 * @returns when a session that is used now ends, unless it is used again
 */
export function sessionEnd(now: Date, shared_device: boolean, limit_data = false): Date {
  const kind = shared_device ? 'shared' : 'own'
  const end = now.getTime() + sessionTtl[kind]
  return new Date(limit_data ? end - (end % limitedRounding[kind]) : end)
}

/** @returns what the browser may know of its session */
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

/** The page that answers a form of somebody who is not signed in (server/http/private-pages.ts). */
export const submissionRejectedPath = '/auth-test/not-sent'

/** How long a link or a code that was mailed can be used. */
export const emailTokenTtl = 60 * 60 * 1000

/** How long a change of address or number waits for its confirmation (milliseconds). */
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

/**
 * @param userAgent as the browser sent it; it is not kept
 * @returns "Firefox on Linux", enough to tell one's own devices apart
 */
export function describeUserAgent(userAgent: string | null | undefined): string {
  const nameIn = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const [browser, system] = [nameIn(browsers), nameIn(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unnamed device'
}

/**
 * Where to go on after signing in.
 *
 * @param next what the address or a form says; anybody may have written it
 * @returns a path of the private area; the dashboard for everything else, above all for another site's address
 */
export function nextPath(next: string | null | undefined): string {
  const start = '/dashboard'
  // It is kept while somebody is away at a provider: not a place to fill our tables.
  if (!next || next.length > 2000 || !URL.canParse(next, 'https://here.invalid')) return start
  const url = new URL(next, 'https://here.invalid')
  const own = url.origin === 'https://here.invalid' && /^\/dashboard(?:\/|$)/.test(url.pathname)
  return own ? url.pathname + url.search + url.hash : start
}

/** `__Host-`: this host alone, this whole host, https alone (RFC 6265bis, 4.1.3.2); browsers take loopback for safe too. */
const sessionCookie = '__Host-session'

/** Readable, and worth nothing: by it a page that is the same for everyone shows Dashboard in place of Log In. */
const markerCookie = '__Host-signed-in'

/**
 * Written by the browser alone, when it signed out and could not say so: no script can take the session's cookie away. Whatever
 * it asks next ends the session (server/http/authentication.ts).
 */
const signedOutCookie = '__Host-signed-out'

/**
 * Says once what has happened to the session, to the next page that runs a script (session-events.element.ts). Its name is not a
 * session's, which tools that look at cookies (HTTP Observatory) want out of the reach of scripts.
 */
const eventCookie = '__Host-account-event'

const cookieAttributes = 'Path=/; Secure; SameSite=Lax'
const expired = '; Max-Age=0'

/**
 * @param token of a session; left out, the browser forgets it
 * @param event what has happened; left out, the cookies are only renewed: that answers what was asked before somebody signed
 *   out, perhaps, so it says nothing about `leftCookie`
 * @returns the values of `Set-Cookie` headers
 */
export function sessionCookies(token?: string, shared_device = false, event?: SessionEvent): string[] {
  const life = token === undefined ? expired : shared_device ? '' : `; Max-Age=${sessionTtl.own / 1000}`
  return [
    `${sessionCookie}=${token ?? ''}; ${cookieAttributes}; HttpOnly${life}`,
    `${markerCookie}=${token === undefined ? '' : '1'}; ${cookieAttributes}${life}`,
    ...(event || token === undefined ? [`${signedOutCookie}=; ${cookieAttributes}${expired}`] : []),
    ...(event
      ? [sessionEventCookie(event)]
      : token === undefined
        ? [`${eventCookie}=; ${cookieAttributes}${expired}`]
        : []),
  ]
}

/** @returns the values of `Set-Cookie` headers where a session that was left could not be ended: the next request does */
export const signedOutMarkerCookies = (): string[] => [
  `${signedOutCookie}=1; ${cookieAttributes}; Max-Age=${sessionTtl.own / 1000}`,
  `${markerCookie}=; ${cookieAttributes}${expired}`,
  `${eventCookie}=; ${cookieAttributes}${expired}`,
]

/** @returns the value of a `Set-Cookie` header that tells the page to come what has happened */
export const sessionEventCookie = (event: SessionEvent): string =>
  `${eventCookie}=${event}; ${cookieAttributes}; Max-Age=60`

/** @returns the session's token out of a `Cookie` header; it opens nothing where the browser has signed out already */
export const sessionTokenFrom = (cookies: string | null | undefined): string | undefined =>
  hasSignedOutMarker(cookies) ? undefined : sessionTokenEvenIfSignedOut(cookies)

/** @returns the token even of a session that was left */
export const sessionTokenEvenIfSignedOut = (cookies: string | null | undefined): string | undefined =>
  readCookie(cookies, sessionCookie)

/** Whether the browser signed out while it could not say so. */
export const hasSignedOutMarker = (cookies: string | null | undefined): boolean =>
  readCookie(cookies, signedOutCookie) !== undefined

/** What is said of the password beside a link that confirms a sign-up. */
export const linkProblems = {
  wrong: 'That is not the password of this sign-up.',
  wait: 'Too many attempts. Please wait a quarter of an hour and try again.',
} as const

/** How long a proof counts as fresh for what changes how an account is opened (milliseconds). */
const reauthTtl = 15 * 60 * 1000

/** @returns the moment up to which a proof is too old to count */
export const reauthCutoff = (now: Date): Date => new Date(now.getTime() - reauthTtl)

/**
 * Whether who asks need not show once more who they are (design: "proof again"). One of a time to come was given while the clock
 * was ahead; of that it would count for as long as it was.
 */
export const isRecentlyAuthenticated = ({ proven_at, is_anonymous }: Session, now: Date): boolean =>
  is_anonymous || (proven_at !== null && Math.abs(now.getTime() - new Date(proven_at).getTime()) < reauthTtl)

/**
 * The one rule for a restricted person, asked on our pages and under /auth/v1 by whatever adds something: a provider to sign in
 * with, data that a client shows. What keeps an account safe never asks it: ending sessions, a new or first password, another
 * address, second steps, unlinking; nor does reading, exporting and deleting.
 *
 * @returns the sentence that refuses; undefined for everybody else
 */
export const restrictedAccountError = ({ status }: { status: string }): string | undefined =>
  status === 'restricted'
    ? 'This account is restricted for now: you can read, export and delete all of it and keep it safe, but add nothing to it.'
    : undefined
