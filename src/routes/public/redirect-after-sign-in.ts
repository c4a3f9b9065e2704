import type { PendingIntent } from '../../domains/identity/identity.contract.ts'
import { nextPath } from '../../domains/identity/identity.rules.ts'

type Carried = { next?: string; wanted?: PendingIntent }

/**
 * @param proof shows that a sign-in carried the intent (`intentProof`); without one, only our own pages can make the dashboard save
 * @returns a path of the private area, with the pending intent in its query for the dashboard to run
 */
export function redirectAfterSignIn({ next, wanted }: Carried, proof?: string): string {
  const url = new URL(nextPath(next), 'https://here.invalid')
  for (const [intent, slug] of Object.entries(wanted ?? {})) url.searchParams.set(intent, slug)
  if (proof) url.searchParams.set('proof', proof)
  return url.pathname + url.search
}

/** @returns the second factor's page, which leads on to `redirectAfterSignIn` */
export const reauthenticateUrl = (carried: Carried): string =>
  `/auth-test/prove?${new URLSearchParams({ next: redirectAfterSignIn(carried) })}`
