import { randomBytes } from 'node:crypto'
import type { RequestInfo } from '../../domains/identity/sessions/sessions.writes.server.ts'
import { consumeFlow, storeFlow } from '../../domains/identity/social/oauth-state.writes.server.ts'
import type { Result } from '../auth-api.contract.ts'
import { authError, isAuthError, tokenRedirectUrl } from '../auth-api.rules.ts'
import { type AuthApiDeps, recordResult } from '../auth-api.writes.server.ts'
import { redirectUrlWithError } from './oauth.rules.ts'
import { signInForClient } from './oauth.writes.server.ts'
import type { Sso } from './sso.contract.ts'
import { createSamlRequest, parseSamlResponse } from './sso.reads.server.ts'
import { personFromProfile, providerId } from './sso.rules.ts'

export async function startSso({ engine }: AuthApiDeps, input: Sso): Promise<Result> {
  const { publicUrl, authApi } = engine.config
  const domain = input.domain?.toLowerCase()
  const requestedId = input.provider_id?.toLowerCase()
  const provider = authApi.saml.find((one) =>
    requestedId
      ? one.key === requestedId || providerId(one) === requestedId
      : one.domains.some((name) => name === domain),
  )
  if (!provider) {
    const message = requestedId ? 'No such SSO provider' : 'No SSO provider assigned for this domain'
    return authError('sso_provider_not_found', message)
  }
  const { code_challenge } = input
  const redirectUrl = tokenRedirectUrl(engine.config, input.redirect_to, code_challenge)
  if (!redirectUrl && !code_challenge) {
    return authError(
      'validation_failed',
      'redirect_to must be an app that is listed, or come with a challenge',
    )
  }
  const request = {
    to: (redirectUrl ?? new URL('/', publicUrl)).href,
    ...(code_challenge && { code_challenge }),
    of_age: false,
  }
  // An XML ID starts with no digit (SAML 2.0 Core, 1.3.4).
  const request_id = `_${randomBytes(20).toString('hex')}`
  const awaited = { awaits: 'saml_answer' as const, request_id, wish: request }
  const relay_state = await storeFlow(
    engine,
    { provider: ssoProviderKey(provider), user_id: null, awaited },
    undefined,
  )
  const url = await createSamlRequest(publicUrl, provider, request_id, relay_state)
  return input.skip_http_redirect ? { body: { url } } : { to: url }
}

const ssoProviderKey = ({ key }: { key: string }) => `sso:${key}`

/** Consumes the state first: no request is answered twice. */
export async function finishSso(
  api: AuthApiDeps,
  { SAMLResponse, RelayState }: { SAMLResponse: string; RelayState: string },
  requestInfo: RequestInfo,
): Promise<Result> {
  const { engine } = api
  const { config, log } = engine
  const flow = await consumeFlow(engine, RelayState, 'saml_answer', undefined)
  const provider = config.authApi.saml.find((one) => ssoProviderKey(one) === flow?.provider)
  if (!flow || !provider)
    return authError('saml_relay_state_not_found', 'SAML RelayState is not found, was used, or has expired')
  const { request_id, wish: request } = flow.awaited
  const complete = async () => {
    const response = await parseSamlResponse(
      config.publicUrl,
      provider,
      request_id,
      SAMLResponse,
      config.authApi.ssoKey,
    )
    if ('wrong' in response) {
      log.warn('a SAML response was refused', { error: { name: 'SAML', code: response.wrong } })
      return authError('validation_failed', 'SAML Assertion is not valid')
    }
    const person = personFromProfile(response.profile, provider)
    return person
      ? signInForClient(api, { key: ssoProviderKey(provider) }, person, request, requestInfo, 'sso/saml')
      : authError(
          'saml_assertion_no_user_id',
          'SAML assertion did not contain a persistent Subject Identifier',
        )
  }
  const result = recordResult(engine, 'provider', await complete())
  return isAuthError(result) ? { to: redirectUrlWithError(new URL(request.to), result) } : result
}
