import { data, href, redirect } from 'react-router'
import { sessionCookies } from '../../domains/identity/identity.rules.ts'
import type { FinishOutcome, ProviderFailure } from '../../domains/identity/social/providers.contract.ts'
import { setCookies } from '../set-cookies.ts'
import { nextStepUrl } from './after-sign-in.server.ts'

const statusByReason: Record<ProviderFailure, number> = {
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

/** Returns the result page's data; throws a redirect with cookies on success. */
export function oauthResponse(outcome: FinishOutcome, signed_in: boolean) {
  if (outcome.outcome === 'signed_in') {
    const { token, session } = outcome
    const headers = setCookies(sessionCookies(token, session.shared_device, 'SIGNED_IN'))
    throw redirect(nextStepUrl(outcome, outcome), { status: 303, headers })
  }
  if (outcome.outcome === 'linked') throw redirect(href('/dashboard/settings'), 303)
  const status = outcome.outcome === 'refused' ? statusByReason[outcome.reason] : 200
  return data({ ...outcome, signed_in }, status)
}
