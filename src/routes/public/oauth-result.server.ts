import { data, redirect } from 'react-router'
import { sessionCookies } from '../../domains/identity/identity.rules.ts'
import type { FinishOutcome, Refusal } from '../../domains/identity/social/providers.contract.ts'
import { afterSignIn } from './after-sign-in.server.ts'

const statusOf: Record<Refusal, number> = {
  gone: 410,
  denied: 200,
  failed: 400,
  has_account: 409,
  suspended: 403,
  restricted: 403,
  wait: 429,
  not_linked: 403,
  not_fresh: 403,
  identity_already_exists: 409,
  identity_not_found: 404,
  single_identity_not_deletable: 409,
}

/**
 * What a browser that comes back from a provider is answered.
 *
 * @throws the redirect of a user who is signed in now
 */
export function answerTo(outcome: FinishOutcome, signed_in: boolean) {
  if (outcome.outcome === 'signed_in') {
    const headers = new Headers()
    const { token, session } = outcome
    for (const cookie of sessionCookies(token, session.shared_device, 'SIGNED_IN'))
      headers.append('Set-Cookie', cookie)
    throw redirect(afterSignIn(outcome, { token, owes_factor: session.owes_factor }), {
      status: 303,
      headers,
    })
  }
  if (outcome.outcome === 'linked') throw redirect('/dashboard/settings', 303)
  const status = outcome.outcome === 'refused' ? statusOf[outcome.reason] : 200
  return data({ ...outcome, signed_in }, status)
}
