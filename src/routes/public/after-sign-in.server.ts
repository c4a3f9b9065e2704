import type { PendingIntent } from '../../domains/identity/identity.contract.ts'
import { intentProof } from '../../platform/crypto.server.ts'
import { reauthenticateUrl, redirectAfterSignIn } from './redirect-after-sign-in.ts'

/**
 * Where a sign-in leads: to the second factor if one is required, else to the private area. A `save` intent gets a proof that this
 * sign-in carried it (`intentProof`).
 *
 * @returns a path with its query
 */
export function nextStepUrl(
  { next, wanted }: { next?: string; wanted?: PendingIntent | undefined },
  { token, owes_factor }: { token: string; owes_factor: boolean },
): string {
  const carried = { ...(next && { next }), ...(wanted && { wanted }) }
  if (owes_factor) return reauthenticateUrl(carried)
  const save = wanted && 'save' in wanted ? wanted.save : undefined
  return redirectAfterSignIn(carried, save && intentProof(token, save))
}
