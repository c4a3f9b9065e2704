import type { Refusal } from '../contract.ts'
import { isRefusal } from '../rules.ts'

/** What the client reads out of the fragment (@supabase/auth-js, `_getSessionFromURL`). */
const carried = ['access_token', 'refresh_token', 'expires_in', 'expires_at', 'token_type', 'type', 'message']

/** @returns the address with a session, a message or an error in its fragment, which reaches no server's log */
export function addressAfter(to: URL, what: Record<string, unknown> | Refusal): string {
  const url = new URL(to)
  const fragment = isRefusal(what)
    ? { error: 'access_denied', error_code: what.refused, error_description: what.message }
    : Object.fromEntries(Object.entries(what).filter(([name]) => carried.includes(name)))
  url.hash = new URLSearchParams(
    Object.entries(fragment).map(([name, value]) => [name, String(value)]),
  ).toString()
  return url.href
}
