import { href } from 'react-router'
import type { PendingIntent } from '../../domains/identity/identity.contract.ts'
import { nextPath } from '../../domains/identity/identity.rules.ts'

type Carried = { next?: string; wanted?: PendingIntent }

/** Without `proof` of a sign-in, only our own pages can make the dashboard save. */
export function redirectAfterSignIn({ next, wanted }: Carried, proof?: string): string {
  const url = new URL(nextPath(next), 'https://here.invalid')
  for (const [intent, slug] of Object.entries(wanted ?? {})) url.searchParams.set(intent, slug)
  if (proof) url.searchParams.set('proof', proof)
  return url.pathname + url.search
}

/** The second factor's page, which leads on to `redirectAfterSignIn`. */
export const reauthenticateUrl = (carried: Carried): string =>
  `${href('/auth-test/prove')}?${new URLSearchParams({ next: redirectAfterSignIn(carried) })}`
