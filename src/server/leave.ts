import { setTimeout as sleep } from 'node:timers/promises'
import { sessionCookies, tokenOf } from '../domains/identity/rules.ts'
import { signOut } from '../domains/identity/writes.server.ts'
import { loggable } from '../platform/log.server.ts'
import type { Platform } from '../platform/platform.ts'

/** Nothing to see; the title is for the tab, which else shows our address while the destination takes its time. */
const blank = '<!doctype html><html lang="en"><title>Loading</title></html>'

/** How long somebody who leaves waits for the session to be ended, at most (milliseconds). */
const patience = 2_000

/**
 * `POST /leave`: Quick Hide without JavaScript, and what the script sends on its way out. Always 200 and blank: under
 * `form-action 'self'` a redirect to another site is blocked and the page would stay (safety point 2). The session is ended
 * before the answer, so that nothing opens with the old cookie when the destination shows (safety point 10); a database that
 * does not answer holds nobody here. The browser forgets what we kept on it; never its cache, which can hang Chrome for
 * seconds (safety point 9).
 */
export async function leave(
  { config, authDatabase, log }: Pick<Platform, 'config' | 'authDatabase' | 'log'>,
  cookies: string | undefined,
): Promise<Response> {
  const token = tokenOf(cookies)
  if (token) {
    const ended = signOut(authDatabase, token).catch((thrown: unknown) =>
      log.error('a session could not be ended', { error: loggable(thrown) }),
    )
    await Promise.race([ended, sleep(patience)])
  }
  const headers = new Headers({
    'Content-Type': 'text/html; charset=utf-8',
    Refresh: `0;url=${config.quickHideUrl}`,
    'Clear-Site-Data': '"cookies", "storage"',
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  })
  for (const cookie of token ? sessionCookies() : []) headers.append('Set-Cookie', cookie)
  return new Response(blank, { headers })
}
