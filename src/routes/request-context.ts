import { createContext, type RouterContextProvider } from 'react-router'
import type { Session } from '../domains/identity/identity.contract.ts'
import { lockedPath, pathToReturnTo } from '../domains/identity/sessions/safe-mode.rules.ts'
import type { AuthEngine } from '../domains/identity/sessions/sessions.writes.server.ts'
import type { Owner } from '../platform/owner.ts'

export * from './page-context.ts'

/** The user of a private page, set by the authentication middleware (server/http/authentication.ts). Public pages have none. */
export const visitorContext = createContext<Visitor>({
  // A private page in another spelling (`/Dashboard`) skips that middleware, so the default is signed out.
  token: undefined,
  session: undefined,
  owner: undefined,
  device: '',
  address: '',
  safe: false,
})
export const engineContext = createContext<AuthEngine>()
/** Set by an action: React Router runs the page's loader again after it. */
export const actionRanContext = createContext(false)

export type Visitor = {
  token: string | undefined
  session: Session | undefined
  owner: Owner | undefined
  device: string
  /** The client IP, for rate limits only. */
  address: string
  /** Whether this browser is in Safe Mode (docs/decisions/020). */
  safe: boolean
  /** Whether the page belongs to another user than the cookie's session. It then counts as signed out, and no session ends. */
  stale?: boolean
  /** Whether reading the session from the database failed. The page then shows only an error. */
  unknown?: boolean
}

/** @returns the page where the user signs in, unlocks or enters their second factor, and then continues at `next` */
export function signInUrl({ session }: Pick<Visitor, 'session'>, next: string): string {
  const path = session?.owes_factor ? '/auth-test/prove' : session?.locked ? lockedPath : '/auth-test'
  return `${path}?${new URLSearchParams({ next: pathToReturnTo(next) })}`
}

/**
 * @returns the session of a page below the guard (routes/dashboard/layout.tsx)
 * @throws when there is none, because the page is outside the guard
 */
export function signedInSession(context: Readonly<RouterContextProvider>): Session {
  const { session, owner } = context.get(visitorContext)
  if (!session || !owner) throw new Error('a private page is outside the guard')
  return session
}

/** @returns the user of a page below the guard, as `signedInSession` */
export function signedInOwner(context: Readonly<RouterContextProvider>): Owner {
  const { owner } = context.get(visitorContext)
  if (!owner) throw new Error('a private page is outside the guard')
  return owner
}
