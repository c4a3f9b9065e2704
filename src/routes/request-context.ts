import { createContext, href, type RouterContextProvider } from 'react-router'
import type { Session } from '../domains/identity/identity.contract.ts'
import { pathToReturnTo } from '../domains/identity/sessions/safe-mode.rules.ts'
import type { AuthEngine } from '../domains/identity/sessions/sessions.writes.server.ts'
import type { Owner } from '../platform/owner.ts'

export * from './page-context.ts'

/** Set by server/http/pages.ts; public pages have no user. */
export const visitorContext = createContext<Visitor>({
  // `/Dashboard` skips that middleware, so the default is signed out.
  token: undefined,
  session: undefined,
  owner: undefined,
  device: '',
  address: '',
  safe: false,
})
export const engineContext = createContext<AuthEngine>()
/** React Router runs the page's loader again after an action. */
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
  /** The page belongs to another user than the cookie's session. It counts as signed out; no session ends. */
  stale?: boolean
  /** Reading the session failed. The page shows only an error. */
  unknown?: boolean
}

/** Where the user signs in, unlocks or enters a second factor before `next`. */
export function signInUrl({ session }: Pick<Visitor, 'session'>, next: string): string {
  const path = session?.owes_factor
    ? href('/auth-test/prove')
    : session?.locked
      ? href('/auth-test/locked')
      : href('/auth-test')
  return `${path}?${new URLSearchParams({ next: pathToReturnTo(next) })}`
}

/** Throws outside the guard (dashboard/layout.tsx). */
export function signedInSession(context: Readonly<RouterContextProvider>): Session {
  const { session, owner } = context.get(visitorContext)
  if (!session || !owner) throw new Error('a private page is outside the guard')
  return session
}

/** Throws outside the guard. */
export function signedInOwner(context: Readonly<RouterContextProvider>): Owner {
  const { owner } = context.get(visitorContext)
  if (!owner) throw new Error('a private page is outside the guard')
  return owner
}
