import type { Wanted } from '../../domains/identity/identity.contract.ts'
import { intentProof } from '../../platform/crypto.server.ts'
import { reauthenticateUrl, redirectAfterSignIn } from './redirect-after-sign-in.ts'

/**
 * Where a sign-in leads: to the second step while that is owed, else on, with the proof that this sign-in asked to save the term.
 *
 * @param signedIn what the sign-in carried, and the session that it opened
 * @returns a path of the private area
 */
export function afterSignIn(
  { next, wanted }: { next?: string; wanted?: Wanted | undefined },
  { token, owes_factor }: { token: string; owes_factor: boolean },
): string {
  const carried = { ...(next && { next }), ...(wanted && { wanted }) }
  if (owes_factor) return reauthenticateUrl(carried)
  const save = wanted && 'save' in wanted ? wanted.save : undefined
  return redirectAfterSignIn(carried, save && intentProof(token, save))
}
