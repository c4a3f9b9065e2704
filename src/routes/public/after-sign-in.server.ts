import type { PendingIntent } from '../../domains/identity/identity.contract.ts'
import { intentProof } from '../../platform/crypto.server.ts'
import { reauthenticateUrl, redirectAfterSignIn } from './redirect-after-sign-in.ts'

/** The second factor's or the private area's path. A `save` intent gets this sign-in's proof. */
export function nextStepUrl(
  { next, wanted }: { next?: string; wanted?: PendingIntent | undefined },
  { token, session }: { token: string; session: { owes_factor: boolean } },
): string {
  const carried = { ...(next && { next }), ...(wanted && { wanted }) }
  if (session.owes_factor) return reauthenticateUrl(carried)
  const save = wanted && 'save' in wanted ? wanted.save : undefined
  return redirectAfterSignIn(carried, save && intentProof(token, save))
}
