import { createContext, type RouterContextProvider } from 'react-router'
import type { Session } from '../domains/identity/identity.contract.ts'
import { lockedPath, pathToReturnTo } from '../domains/identity/sessions/safe-mode.rules.ts'
import type { AuthEngine } from '../domains/identity/sessions/sessions.writes.server.ts'
import type { Owner } from '../platform/owner.ts'

export * from './page-context.ts'

/** Who asks for a private page, as the gate found (server/http/authentication.ts). Public pages are the same for everyone and have none. */
export const visitorContext = createContext<Visitor>({
  // What reached a private page in another spelling (`/Dashboard`) passed no gate: nobody asks.
  token: undefined,
  session: undefined,
  owner: undefined,
  device: '',
  address: '',
  safe: false,
})
export const engineContext = createContext<AuthEngine>()

export type Visitor = {
  token: string | undefined
  session: Session | undefined
  owner: Owner | undefined
  device: string
  /** The network address, for limits alone. */
  address: string
  /** Whether this browser is in Safe Mode (docs/decisions/020). */
  safe: boolean
  /** Whether the page is of somebody else than whose session the browser brings: then nobody asks, and nobody is signed out. */
  stale?: boolean
  /** Whether the database did not say who asks: then there is a page that says so, and nothing else. */
  unknown?: boolean
}

/** @returns where somebody who is nobody yet shows who they are, to go on at `next` */
export function signInUrl({ session }: Pick<Visitor, 'session'>, next: string): string {
  const ask = session?.owes_factor ? '/auth-test/prove' : session?.locked ? lockedPath : '/auth-test'
  return `${ask}?${new URLSearchParams({ next: pathToReturnTo(next) })}`
}

/**
 * @returns the session of who asks for a page below the guard (routes/dashboard/layout.tsx)
 * @throws when there is none: such a page was put outside the guard
 */
export function signedInSession(context: Readonly<RouterContextProvider>): Session {
  const { session, owner } = context.get(visitorContext)
  if (!session || !owner) throw new Error('a private page stands outside the guard')
  return session
}

/** @returns the person who asks for a page below the guard, as `signedInSession` */
export function signedInOwner(context: Readonly<RouterContextProvider>): Owner {
  const { owner } = context.get(visitorContext)
  if (!owner) throw new Error('a private page stands outside the guard')
  return owner
}
