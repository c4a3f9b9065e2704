import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { readSession } from '../domains/identity/reads.server.ts'
import { deviceOf, tokenOf } from '../domains/identity/rules.ts'
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
