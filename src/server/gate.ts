import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import { readSession } from '../domains/identity/reads.server.ts'
import { deviceOf, hasLeft, sessionCookies, tokenOf } from '../domains/identity/rules.ts'
import { signOut } from '../domains/identity/writes.server.ts'
import { loggable } from '../platform/log.server.ts'
import { mintOwner } from '../platform/mint-owner.ts'
import type { Platform } from '../platform/platform.ts'
import type { Visitor } from '../routes/context.ts'

/** No credential means a visitor. One that opens nothing is a visitor too on pages; `/api` answers it 401. */
export async function resolveVisitor(
  context: Context,
  { config, authDatabase, clock }: Platform,
): Promise<Visitor> {
  const token = tokenOf(context.req.header('Cookie'))
  const session = token ? await readSession(authDatabase, token, clock.now()) : undefined
  return {
    token,
    session,
    owner: session && !session.owes_factor ? mintOwner({ ...session, session_id: session.id }) : undefined,
    device: deviceOf(context.req.header('User-Agent')),
    address: addressOf(context, config.trustedProxies),
  }
}

/**
 * A browser that signed out while nobody could be told has left a marker (identity/session/session-events.element.ts): the session is
 * ended before anything is answered, and both are forgotten. Where that fails, the marker stays for the next request.
 */
export const endWhatWasLeft =
  ({ authDatabase, log }: Pick<Platform, 'authDatabase' | 'log'>): MiddlewareHandler =>
  async (context, next) => {
    const cookies = context.req.header('Cookie')
    const token = hasLeft(cookies) ? tokenOf(cookies) : undefined
    const ended =
      token &&
      (await signOut(authDatabase, token).then(
        () => true,
        (thrown: unknown) => log.error('a session could not be ended', { error: loggable(thrown) }),
      ))
    await next()
    if (ended && !setsSession(context.res))
      for (const cookie of sessionCookies()) context.res.headers.append('Set-Cookie', cookie)
  }

/** A session in use lives on, and so does its cookie; one that has ended is forgotten. Whatever an answer says itself, counts. */
export function renewCookies(response: Response, { token, session }: Visitor): Response {
  if (!token || setsSession(response)) return response
  const cookies = session ? sessionCookies(token, session.shared_device) : sessionCookies()
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}

const setsSession = ({ headers }: Response) =>
  headers.getSetCookie().some((cookie) => tokenOf(cookie) !== undefined || /^__Host-session=;/.test(cookie))

/**
 * @param proxies how many stand before us: each adds the address it saw to the end of X-Forwarded-For, so the one that many
 *   places from the end was written by the first of ours; what stands before it anybody may have written
 */
export function addressOf(context: Context, proxies: number): string {
  const forwarded = context.req.header('X-Forwarded-For')?.split(',') ?? []
  const claimed = proxies > 0 ? forwarded.at(-proxies)?.trim() : undefined
  if (claimed) return claimed
  try {
    return getConnInfo(context).remote.address ?? ''
  } catch {
    // Without a socket, as when a test asks the app itself.
    return ''
  }
}

/**
 * Whether a request that changes something comes from a page of ours (design: "/api"). Browsers say so by Sec-Fetch-Site, older
 * ones by Origin; who says neither is refused.
 */
export function isFromHere(context: Context, publicUrl: string): boolean {
  const site = context.req.header('Sec-Fetch-Site')
  if (site) return site === 'same-origin'
  return context.req.header('Origin') === publicUrl
}
