import { randomBytes } from 'node:crypto'
import type { RequestInfo } from '../../domains/identity/sessions/sessions.writes.server.ts'
import { keepFlow, takeFlow } from '../../domains/identity/social/oauth-state.writes.server.ts'
import type { Answer } from '../auth-api.contract.ts'
import { isRefusal, refuse, tokenRedirectUrl } from '../auth-api.rules.ts'
import { type AuthApiDeps, recordAnswer } from '../auth-api.writes.server.ts'
import { addressWithError } from './oauth.rules.ts'
import { signInAtClient } from './oauth.writes.server.ts'
import type { Sso } from './sso.contract.ts'
import { createSamlRequest, parseSamlResponse } from './sso.reads.server.ts'
import {
  invalidAssertion,
  noDomain,
  noProvider,
  noRelayState,
  noUserId,
  personIn,
  providerId,
} from './sso.rules.ts'

/** Sends somebody to their organisation's own sign-in, for a client. */
export async function leaveForSso({ engine }: AuthApiDeps, given: Sso): Promise<Answer> {
  const { publicUrl, authApi } = engine.config
  const domain = given.domain?.toLowerCase()
  const asked = given.provider_id?.toLowerCase()
  const provider = authApi.saml.find((one) =>
    asked ? one.key === asked || providerId(one) === asked : one.domains.some((name) => name === domain),
  )
  if (!provider) return asked ? noProvider : noDomain
  const { code_challenge } = given
  const place = tokenRedirectUrl(engine.config, given.redirect_to, code_challenge)
  if (!place && !code_challenge) {
    return refuse('validation_failed', 'redirect_to must be an app that is listed, or come with a challenge')
  }
  const wish = {
    to: (place ?? new URL('/', publicUrl)).href,
    ...(code_challenge && { code_challenge }),
    of_age: false,
  }
  // An XML name begins with no digit (SAML 2.0 Core, 1.3.4).
  const request_id = `_${randomBytes(20).toString('hex')}`
  const awaited = { awaits: 'saml_answer' as const, request_id, wish }
  const relay_state = await keepFlow(engine, { provider: keyOf(provider), user_id: null, awaited }, undefined)
  const url = await createSamlRequest(publicUrl, provider, request_id, relay_state)
  return given.skip_http_redirect ? { body: { url } } : { to: url }
}

/** Identities keep it, apart from those of OpenID Connect (`sso:<id>`, as in the reference service). */
const keyOf = ({ key }: { key: string }) => `sso:${key}`

/**
 * Ends what `leaveForSso` began, with what the provider's page sent. Each question is answered once: its state is taken before the
 * answer is read, so that nothing is tried twice.
 */
export async function finishSso(
  wire: AuthApiDeps,
  { SAMLResponse, RelayState }: { SAMLResponse: string; RelayState: string },
  requestInfo: RequestInfo,
): Promise<Answer> {
  const { engine } = wire
  const { config, log } = engine
  const flow = await takeFlow(engine, RelayState, 'saml_answer', undefined)
  const provider = config.authApi.saml.find((one) => keyOf(one) === flow?.provider)
  if (!flow || !provider) return noRelayState
  const { request_id, wish } = flow.awaited
  const work = async () => {
    const heard = await parseSamlResponse(
      config.publicUrl,
      provider,
      request_id,
      SAMLResponse,
      config.authApi.ssoKey,
    )
    if ('wrong' in heard) {
      log.warn('a SAML response was refused', { error: { name: 'SAML', code: heard.wrong } })
      return invalidAssertion
    }
    const person = personIn(heard.said, provider)
    return person
      ? signInAtClient(wire, { key: keyOf(provider) }, person, wish, requestInfo, 'sso/saml')
      : noUserId
  }
  const done = recordAnswer(engine, 'provider', await work())
  return isRefusal(done) ? { to: addressWithError(new URL(wish.to), done) } : done
}
