import { refuse } from '../rules.ts'

/** In the reference service's own words (external.go, token_oidc.go): here a provider signs in on our pages alone. */
export const noProvider = refuse('validation_failed', 'Unsupported provider: provider is not enabled')
export const noIdToken = refuse('provider_disabled', 'Provider is not enabled')
export const noState = refuse('bad_oauth_state', 'OAuth state not found or expired')

export const lastIdentity = refuse(
  'single_identity_not_deletable',
  'User must have at least 1 identity after unlinking',
)
export const noIdentity = refuse('identity_not_found', "Identity doesn't exist")
