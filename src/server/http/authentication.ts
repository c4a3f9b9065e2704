import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, Handler, MiddlewareHandler } from 'hono'
import ipaddr from 'ipaddr.js'
import { readTokenSession } from '../../auth-api/sessions/tokens.reads.server.ts'
import { bearerOf } from '../../auth-api/sessions/tokens.rules.ts'
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
import { notSignedIn, type Owner } from '../../platform/owner.ts'
import type { Platform } from '../../platform/platform.ts'
import type { RecordSignIn } from '../../platform/sign-in-event.ts'
import type { Visitor } from '../../routes/request-context.ts'
import { isForm } from './request-body.ts'
import { isSafeMode } from './safe-mode-cookies.ts'

/** No credential means a visitor. One that opens nothing is a visitor too on pages; `/api` answers it 401. */
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
    return { token: undefined, session: undefined, owner: undefined, stale: true, ...browser }
  return { token, session, owner: session && ownerOf(session, config), ...browser }
}

/** Whether a page did not hear yet that somebody else has signed in beside it: what was typed there is not theirs. */
const belongsToOtherUser = ({ user_id }: Session, whose: string | undefined) =>
  Boolean(whose) && whose !== user_id

/** Whose page a request comes from, where that is said: a script says it in a header, a form in a field. */
async function formUserId({ req }: Context): Promise<string | undefined> {
  if (safeMethods.has(req.method)) return undefined
  const said = req.header(USER_ID_HEADER)
  if (said || !isForm(req.header('Content-Type'))) return said
  return new URLSearchParams(await req.raw.clone().text()).get(USER_ID_FIELD) ?? undefined
}

/** @returns nobody while the second step is owed, or while it is locked */
const ownerOf = (session: Session, config: Platform['config']): Owner | undefined =>
  session.locked ? undefined : ownerEvenIfLocked(session, config)

/** As `ownerOf`, for what only takes words in and gives nothing back: those typed last are kept though the page has locked. */
const ownerEvenIfLocked = (session: Session, { beta }: Platform['config']): Owner | undefined =>
  session.owes_factor
    ? undefined
    : createOwner({ ...session, session_id: session.id, journals: holdsJournal(session.plan, beta) })

/**
 * Who asks for something personal under `/api`: by an access token of `/auth/v1`, or by our cookie. What was brought counts: a
 * token that opens nothing is 401 even beside a cookie that would. A browser adds the cookie by itself, so with it whatever
 * changes something must come from a page of ours.
 *
 * @param askToSignIn said to who brings neither
 * @param reading whether reading by cookie, too, has to come from a page of ours: another site's link would put a file on the
 *   device of who follows it
 * @returns the refusal, where there is no Owner
 */
export async function resolveOwner(
  context: Context,
  { config, authDatabase, clock, log }: Platform,
  askToSignIn = 'Sign in first, or send an access token.',
  reading: 'from anywhere' | 'from our pages alone' = 'from anywhere',
): Promise<Owner | Response> {
  const authorization = context.req.header('Authorization') ?? ''
  const cookie = sessionTokenFrom(context.req.header('Cookie'))
  // Another scheme is for a proxy before us.
  const bears = /^bearer\b/i.test(authorization)
  if (!bears && !cookie) return unauthorized(askToSignIn)
  let session: Session | undefined
  if (bears) {
    const token = bearerOf(authorization) ?? ''
    const found = await readTokenSession(authDatabase, config.publicUrl, token, clock.now())
    if (found && found !== 'suspended' && 'wrong' in found) {
      log.warn('an access token was refused', { error: { name: 'AccessToken', code: found.wrong } })
    } else if (found !== 'suspended') session = found
  } else {
    const free = reading === 'from anywhere' && safeMethods.has(context.req.method)
    if (!free && !isSameOrigin(context, config.publicUrl)) {
      return problemResponse(
        'forbidden',
        'This was sent from another site. Open the page here and try again.',
      )
    }
    session = await readSession(authDatabase, cookie ?? '', clock.now())
    if (session && belongsToOtherUser(session, context.req.header(USER_ID_HEADER))) session = undefined
  }
  if (!session) return sessionExpired()
  if (session.locked) return problemResponse('forbidden', notSignedIn.locked)
  return ownerOf(session, config) ?? problemResponse('forbidden', notSignedIn.owing)
}

/** Who leaves in a hurry, while their session still opens; nobody for a request that came from another site. */
export async function resolveExitingOwner(
  context: Context,
  { config, authDatabase, clock }: Platform,
): Promise<Owner | undefined> {
  // The page may have left the marker already, by which a later request would end it.
  const token = sessionTokenEvenIfSignedOut(context.req.header('Cookie'))
  if (!token || !isSameOrigin(context, config.publicUrl)) return undefined
  const session = await readSessionWithoutTouching(authDatabase, token, clock.now())
  return session && ownerEvenIfLocked(session, config)
}

/** They change nothing (RFC 9110, 9.2.1). */
const safeMethods = new Set(['GET', 'HEAD'])

/**
 * A browser that signed out while nobody could be told has left a marker (identity/sessions/session-events.client.ts): the session is
 * ended before anything is answered, and both are forgotten. Where that fails, the marker stays for the next request.
 */
export const endAbandonedSessions =
  (platform: Ending): MiddlewareHandler =>
  async (context, next) => {
    const cookies = context.req.header('Cookie')
    const token = hasSignedOutMarker(cookies) ? sessionTokenEvenIfSignedOut(cookies) : undefined
    const ended = token && (await tryToEndSession(platform, token))
    await next()
    if (ended && !setsSession(context.res))
      for (const cookie of sessionCookies()) context.res.headers.append('Set-Cookie', cookie)
  }

/**
 * Signs out and goes home. A failure is only logged and the browser is signed out all the same (specification point 2): it is
 * given the marker, by which its next request ends the session.
 */
export const signOutHandler =
  (platform: Ending, recordSignIn: RecordSignIn): Handler =>
  async (context) => {
    const token = sessionTokenEvenIfSignedOut(context.req.header('Cookie'))
    const ended = !token || (await tryToEndSession(platform, token))
    if (token) recordSignIn({ kind: 'sign_out', outcome: ended ? 'succeeded' : 'refused' })
    for (const cookie of ended ? sessionCookies() : signedOutMarkerCookies())
      context.header('Set-Cookie', cookie, { append: true })
    return context.redirect('/')
  }

type Ending = Pick<Platform, 'authDatabase' | 'log'>

/** @returns whether it could be ended; what failed is logged */
export const tryToEndSession = ({ authDatabase, log }: Ending, token: string): Promise<boolean> =>
  signOut(authDatabase, token).then(
    () => true,
    (thrown: unknown) => {
      log.error('a session could not be ended', { error: loggable(thrown) })
      return false
    },
  )

/** A session in use lives on, and so does its cookie; one that has ended is forgotten. Whatever an answer says itself, counts. */
export function renewCookies(response: Response, { token, session, safe }: Visitor): Response {
  // Chosen on another device, or before Quick Hide cleared this one.
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
 * @param proxies how many stand before us: each adds the address it saw to the end of X-Forwarded-For, so the one that many
 *   places from the end was written by the first of ours; what stands before it anybody may have written
 */
export function clientIp(context: Context, proxies: number): string {
  const forwarded = context.req.header('X-Forwarded-For')?.split(',') ?? []
  const claimed = proxies > 0 ? forwarded.at(-proxies)?.trim() : undefined
  if (claimed) return networkOf(claimed)
  try {
    return networkOf(getConnInfo(context).remote.address ?? '')
  } catch {
    // Without a socket, as when a test asks the app itself.
    return ''
  }
}

/**
 * Names the network of a client: a household, or a rented machine, numbers 64 bits of IPv6 itself (RFC 6177). Some proxies add the port.
 */
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

/**
 * Whether a request that changes something comes from a page of ours (design: "/api"). Browsers say so by Sec-Fetch-Site, older
 * ones by Origin, or by Referer where they only read; who says none of them is refused.
 */
export function isSameOrigin(context: Context, publicUrl: string): boolean {
  const site = context.req.header('Sec-Fetch-Site')
  const { req } = context
  const origin = req.header('Origin')
  if (!site) return (origin ?? req.header('Referer')?.split('/', 3).join('/')) === publicUrl
  return site === 'same-origin' && !(origin && isDnsRebinding(origin, publicUrl))
}

/**
 * Whether a browser says that another site sent a request, a sibling host included. Weaker than `!isSameOrigin`: a browser that says
 * nothing, or `null`, may be an old one whose user presses Quick Hide, which always has to work.
 */
export function isFromAnotherSite({ req }: Context, publicUrl: string): boolean {
  const site = req.header('Sec-Fetch-Site')
  if (site) return site !== 'same-origin' && site !== 'none'
  const origin = req.header('Origin') ?? req.header('Referer')?.split('/', 3).join('/')
  return origin !== undefined && origin !== 'null' && origin !== publicUrl
}

/** On this machine alone, where no certificate says who we are: another site's name can be made to lead here (DNS rebinding). */
function isDnsRebinding(origin: string, publicUrl: string): boolean {
  if (!isLoopback(new URL(publicUrl).hostname)) return false
  return !URL.canParse(origin) || !isLoopback(new URL(origin).hostname)
}
