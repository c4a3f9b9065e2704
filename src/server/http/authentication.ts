import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, Handler, MiddlewareHandler } from 'hono'
import ipaddr from 'ipaddr.js'
import { readTokenSession } from '../../auth-api/sessions/tokens.reads.server.ts'
import { bearerToken } from '../../auth-api/sessions/tokens.rules.ts'
import { holdsJournal } from '../../domains/identity/accounts/plan.rules.ts'
import type { Session } from '../../domains/identity/identity.contract.ts'
import { readSession, readSessionWithoutTouching } from '../../domains/identity/identity.reads.server.ts'
import {
  describeUserAgent,
  hasSignedOutMarker,
  sessionCookies,
  sessionTokenEvenIfSignedOut,
  sessionTokenFrom,
  signedOutMarkerCookies,
} from '../../domains/identity/identity.rules.ts'
import { signOut } from '../../domains/identity/sessions/sessions.writes.server.ts'
import { safeModeCookie } from '../../domains/safety/safe-mode.rules.ts'
import { sessionExpired, unauthorized } from '../../platform/api.server.ts'
import { USER_ID_FIELD, USER_ID_HEADER } from '../../platform/api-client.ts'
import { createOwner } from '../../platform/create-owner.ts'
import { problemResponse } from '../../platform/errors.ts'
import { loggable } from '../../platform/log.server.ts'
import { isLoopback } from '../../platform/loopback.ts'
import { secondStepMissing, sessionLocked } from '../../platform/messages.en.yaml'
import type { Owner } from '../../platform/owner.ts'
import type { Platform } from '../../platform/platform.ts'
import type { RecordSignIn } from '../../platform/sign-in-event.ts'
import type { Visitor } from '../../routes/request-context.ts'
import * as messages from './messages.en.yaml'
import { isForm } from './request-body.ts'
import { isSafeMode } from './safe-mode.ts'

const crossSiteError = () => problemResponse('forbidden', messages.fromAnotherSite())

export const signedOut = {
  ...{ token: undefined, session: undefined, owner: undefined },
  ...{ device: '', address: '', safe: false },
} satisfies Visitor

/** Resolves the visitor of a page; an invalid session counts as signed out. */
export async function resolveVisitor(
  context: Context,
  { config, authDatabase, clock }: Platform,
): Promise<Visitor> {
  const token = sessionTokenFrom(context.req.header('Cookie'))
  const session = token ? await readSession(authDatabase, token, clock.now()) : undefined
  const browser = {
    device: describeUserAgent(context.req.header('User-Agent')),
    address: clientIp(context, config.trustedProxies),
    safe: isSafeMode(context.req.header('Cookie')),
  }
  if (session && belongsToOtherUser(session, await formUserId(context)))
    return { ...signedOut, stale: true, ...browser }
  return { token, session, owner: session && ownerOf(session, config), ...browser }
}

/** The text of the page was typed by another user. */
const belongsToOtherUser = ({ user_id }: Session, pageUserId: string | undefined) =>
  Boolean(pageUserId) && pageUserId !== user_id

/** The user that the requesting page was rendered for. */
async function formUserId({ req }: Context): Promise<string | undefined> {
  if (safeMethods.has(req.method)) return undefined
  const userId = req.header(USER_ID_HEADER)
  if (userId || !isForm(req.header('Content-Type'))) return userId
  return new URLSearchParams(await req.raw.clone().text()).get(USER_ID_FIELD) ?? undefined
}

/** Undefined while the second factor is missing or the session is locked. */
const ownerOf = (session: Session, config: Platform['config']): Owner | undefined =>
  session.locked ? undefined : ownerEvenIfLocked(session, config)

/** A locked page can save its last changes, but read nothing. */
const ownerEvenIfLocked = (session: Session, { beta }: Platform['config']): Owner | undefined =>
  session.owes_factor
    ? undefined
    : createOwner({ ...session, session_id: session.id, journals: holdsJournal(session.plan, beta) })

/**
 * Authenticates a request under `/api`. An invalid token is 401 even beside a valid cookie. Browsers add the cookie to any request, so a
 * change by cookie must be same-origin.
 *
 * @param reads `same origin`: a link on another site could save a file to the user's device
 */
export async function resolveOwner(
  context: Context,
  { config, authDatabase, clock, log }: Platform,
  signInMessage = 'Sign in first, or send an access token.',
  reads: 'any origin' | 'same origin' = 'any origin',
): Promise<Owner | Response> {
  const authorization = context.req.header('Authorization') ?? ''
  const cookie = sessionTokenFrom(context.req.header('Cookie'))
  // Another scheme is for a proxy.
  const hasBearer = /^bearer\b/i.test(authorization)
  if (!hasBearer && !cookie) return unauthorized(signInMessage)
  let session: Session | undefined
  if (hasBearer) {
    const token = bearerToken(authorization) ?? ''
    const result = await readTokenSession(authDatabase, config.publicUrl, token, clock.now())
    if (result && result !== 'suspended' && 'wrong' in result) {
      log.warn('an access token was refused', { error: { name: 'AccessToken', code: result.wrong } })
    } else if (result !== 'suspended') session = result
  } else {
    const allowsAnyOrigin = reads === 'any origin' && safeMethods.has(context.req.method)
    if (!allowsAnyOrigin && !isSameOrigin(context, config.publicUrl)) return crossSiteError()
    session = await readSession(authDatabase, cookie ?? '', clock.now())
    if (session && belongsToOtherUser(session, context.req.header(USER_ID_HEADER))) session = undefined
  }
  if (!session) return sessionExpired()
  if (session.locked) return problemResponse('forbidden', sessionLocked())
  return ownerOf(session, config) ?? problemResponse('forbidden', secondStepMissing())
}

/** The user of an exiting page, locked or not. */
export async function resolveExitingOwner(
  context: Context,
  { config, authDatabase, clock }: Platform,
): Promise<Owner | undefined> {
  const token = sessionTokenEvenIfSignedOut(context.req.header('Cookie'))
  if (!token || !isSameOrigin(context, config.publicUrl)) return undefined
  const session = await readSessionWithoutTouching(authDatabase, token, clock.now())
  return session && ownerEvenIfLocked(session, config)
}

/** RFC 9110, 9.2.1. */
const safeMethods = new Set(['GET', 'HEAD'])

/** Ends a session whose browser signed out while the server was unreachable. On failure the marker stays. */
export const endAbandonedSessions =
  (platform: SignOutDependencies): MiddlewareHandler =>
  async (context, next) => {
    const cookies = context.req.header('Cookie')
    const token = hasSignedOutMarker(cookies) ? sessionTokenEvenIfSignedOut(cookies) : undefined
    const ended = token && (await tryToEndSession(platform, token))
    await next()
    if (ended && !setsSession(context.res))
      for (const cookie of sessionCookies()) context.res.headers.append('Set-Cookie', cookie)
  }

/** Signs out (specification point 2); after a failure, a marker makes the next request end the session. */
export const signOutHandler =
  (platform: SignOutDependencies, recordSignIn: RecordSignIn): Handler =>
  async (context) => {
    const token = sessionTokenEvenIfSignedOut(context.req.header('Cookie'))
    const ended = !token || (await tryToEndSession(platform, token))
    if (token) recordSignIn({ kind: 'sign_out', outcome: ended ? 'succeeded' : 'refused' })
    for (const cookie of ended ? sessionCookies() : signedOutMarkerCookies())
      context.header('Set-Cookie', cookie, { append: true })
    return context.redirect('/')
  }

type SignOutDependencies = Pick<Platform, 'authDatabase' | 'log'>

/** Returns whether the session was ended, and logs a failure. */
export const tryToEndSession = (
  { authDatabase, log }: SignOutDependencies,
  token: string,
): Promise<boolean> =>
  signOut(authDatabase, token).then(
    () => true,
    (thrown: unknown) => {
      log.error('a session could not be ended', { error: loggable(thrown) })
      return false
    },
  )

/** Extends or clears the session cookie, unless the response sets it. */
export function renewCookies(response: Response, { token, session, safe }: Visitor): Response {
  // Safe Mode was turned on elsewhere, or before Quick Hide cleared this browser.
  if (session?.safe_mode && !safe && !/__Host-view=/.test(response.headers.getSetCookie().join()))
    response.headers.append('Set-Cookie', safeModeCookie(true))
  if (!token || setsSession(response)) return response
  const cookies = session ? sessionCookies(token, session.shared_device) : sessionCookies()
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}

const setsSession = ({ headers }: Response) =>
  headers
    .getSetCookie()
    .some((cookie) => sessionTokenFrom(cookie) !== undefined || /^__Host-session=;/.test(cookie))

/**
 * The client's IP address, or its IPv6 network. Each of our `proxies` appends one entry to X-Forwarded-For. Anyone can forge the entries
 * before those.
 */
export function clientIp(context: Context, proxies: number): string {
  const forwarded = context.req.header('X-Forwarded-For')?.split(',') ?? []
  const client = proxies > 0 ? forwarded.at(-proxies)?.trim() : undefined
  if (client) return networkOf(client)
  try {
    return networkOf(getConnInfo(context).remote.address ?? '')
  } catch {
    // Tests have no socket.
    return ''
  }
}

/** One client has a whole IPv6 /64 (RFC 6177). Some proxies append the port. */
function networkOf(client: string): string {
  const bare = client.replace(/^\[(.+)\](?::\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$|%.*$/, '$1')
  if (!isIP(bare)) return bare
  const address = ipaddr.process(bare)
  if (address instanceof ipaddr.IPv4) return address.toString()
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')
}

export const requireSameOrigin =
  (publicUrl: string): MiddlewareHandler =>
  async (context, next) =>
    isSameOrigin(context, publicUrl) ? next() : crossSiteError()

/** Older browsers send Origin, or only Referer for reads. */
export function isSameOrigin({ req }: Context, publicUrl: string): boolean {
  const site = req.header('Sec-Fetch-Site')
  const origin = req.header('Origin')
  if (!site) return (origin ?? req.header('Referer')?.split('/', 3).join('/')) === publicUrl
  return site === 'same-origin' && !(origin && isDnsRebinding(origin, publicUrl))
}

/** Weaker than `!isSameOrigin`, because Quick Hide has to work in old browsers. */
export function isFromAnotherSite({ req }: Context, publicUrl: string): boolean {
  const site = req.header('Sec-Fetch-Site')
  if (site) return site !== 'same-origin' && site !== 'none'
  const origin = req.header('Origin') ?? req.header('Referer')?.split('/', 3).join('/')
  return origin !== undefined && origin !== 'null' && origin !== publicUrl
}

/** Without a certificate, another site's host name could resolve to this server (DNS rebinding). */
function isDnsRebinding(origin: string, publicUrl: string): boolean {
  if (!isLoopback(new URL(publicUrl).hostname)) return false
  return !URL.canParse(origin) || !isLoopback(new URL(origin).hostname)
}
