import type { Wanted } from '../../domains/identity/identity.contract.ts'
import { nextPath } from '../../domains/identity/identity.rules.ts'

type Carried = { next?: string; wanted?: Wanted }

/**
 * To the private area, with what the visitor wanted still in the address: the dashboard fulfils it.
 *
 * @param proof that a sign-in carried it (`intentProof`); without one, only a page of ours can ask the dashboard to save
 */
export function redirectAfterSignIn({ next, wanted }: Carried, proof?: string): string {
  const url = new URL(nextPath(next), 'https://here.invalid')
  for (const [intent, slug] of Object.entries(wanted ?? {})) url.searchParams.set(intent, slug)
  if (proof) url.searchParams.set('proof', proof)
  return url.pathname + url.search
}

/** The second step, and then there. */
export const reauthenticateUrl = (carried: Carried): string =>
  `/auth-test/prove?${new URLSearchParams({ next: redirectAfterSignIn(carried) })}`
