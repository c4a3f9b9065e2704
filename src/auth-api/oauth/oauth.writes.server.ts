import type { Session } from '../../domains/identity/identity.contract.ts'
import type { AuthEngine, RequestInfo } from '../../domains/identity/sessions/sessions.writes.server.ts'
import {
  readAuthorizationResponse,
  startAuthorization,
} from '../../domains/identity/social/authorization-request.writes.server.ts'
import type { ClientRequest } from '../../domains/identity/social/oauth-state.reads.server.ts'
import { consumeFlow, storeFlow } from '../../domains/identity/social/oauth-state.writes.server.ts'
import type { Person } from '../../domains/identity/social/providers.contract.ts'
import { consentPath, startPath } from '../../domains/identity/social/providers.rules.ts'
import { findLinkedUser, openAccount } from '../../domains/identity/social/social-accounts.writes.server.ts'
import type { OpenidProvider } from '../../platform/openid-providers.server.ts'
import type { AuthError, Result } from '../auth-api.contract.ts'
import { isAuthError, tokenRedirectUrl, userBanned } from '../auth-api.rules.ts'
import { type AuthApiDeps, createBearerSession, recordResult } from '../auth-api.writes.server.ts'
import { openSigner } from '../sessions/tokens.writes.server.ts'
import { redirectUrlWithResult, urlWithCode } from '../sign-in/verify-links.rules.ts'
import { existingLinkError, type IdentityLink } from './identities.reads.server.ts'
import { linkIdentity } from './identities.writes.server.ts'
import type { Authorize } from './oauth.contract.ts'
import {
  authorizationHints,
  clientCallbackPath,
  findProviderByName,
  missingState,
  providerNotFound,
  providerUnreachable,
  redirectNotAllowed,
  redirectUrlWithError,
  stateNotFound,
  toAuthError,
} from './oauth.rules.ts'
import { issueAuthCode } from './pkce-codes.writes.server.ts'

/** @param linkingSession gets the identity; otherwise the flow signs in */
export async function startOAuth(
  { engine }: AuthApiDeps,
  input: Authorize,
  linkingSession?: Session,
): Promise<Result> {
  const { config } = engine
  const provider = findProviderByName(config.providers, input.provider)
  if (!provider) return providerNotFound
  const { code_challenge, of_age } = input
  const redirectUrl = tokenRedirectUrl(config, input.redirect_to, code_challenge)
  // No app can receive a session, so our pages sign in.
  if (!redirectUrl && !code_challenge)
    return linkingSession ? redirectNotAllowed : { to: config.publicUrl + startPath(provider.key) }
  const to = redirectUrl ?? homeUrl(config)
  const request = { to: to.href, ...(code_challenge && { code_challenge }), of_age: of_age === 'true' }
  const url = await startAuthorization(
    engine,
    provider,
    (checks) => ({
      provider: provider.key,
      user_id: linkingSession?.user_id ?? null,
      awaited: {
        awaits: 'client_answer',
        question: checks,
        wish: request,
        ...(linkingSession && { session_id: linkingSession.id }),
      },
    }),
    { callback: clientCallbackPath, browser: undefined },
    authorizationHints(input),
  )
  if (!url)
    return linkingSession ? providerUnreachable : { to: redirectUrlWithError(to, providerUnreachable) }
  return input.skip_http_redirect === 'true' && linkingSession ? { body: { url } } : { to: url }
}

const homeUrl = ({ publicUrl }: { publicUrl: string }) => new URL('/', publicUrl)

/**
 * Handles the provider's answer, which an attacker may deliver: no cookie ties it to a browser. The result
 * goes only to the URL chosen at the start; only the challenge's client can use it.
 */
export async function finishOAuth(
  api: AuthApiDeps,
  answer: URLSearchParams,
  requestInfo: RequestInfo,
): Promise<Result> {
  const { engine } = api
  const { config } = engine
  const state = answer.get('state')
  if (!state) return { to: redirectUrlWithError(homeUrl(config), missingState) }
  const flow = await consumeFlow(engine, state, 'client_answer', undefined)
  const provider = config.providers.find(({ key }) => key === flow?.provider)
  if (!flow || !provider) return { to: redirectUrlWithError(homeUrl(config), stateNotFound) }
  const { question: checks, wish: request, session_id = '' } = flow.awaited
  const response = await readAuthorizationResponse(engine, provider, clientCallbackPath, answer, {
    ...checks,
    state,
  })
  const complete = async () => {
    if ('failure' in response) return toAuthError(response.failure)
    const { person } = response
    if (!flow.user_id) return signInForClient(api, provider, person, request, requestInfo)
    const link = { provider: provider.key, person, session: { id: session_id, user_id: flow.user_id } }
    return prepareLink(api, link, request)
  }
  const result = recordResult(engine, 'provider', await complete())
  return isAuthError(result) ? { to: redirectUrlWithError(new URL(request.to), result) } : result
}

/** @param method as in RFC 8176 */
export async function signInForClient(
  api: AuthApiDeps,
  provider: Pick<OpenidProvider, 'key'>,
  person: Person,
  request: ClientRequest,
  requestInfo: RequestInfo,
  method = 'oauth',
): Promise<Result> {
  const user = await findOrCreateUser(api, provider, person, request.of_age, requestInfo)
  if (isAuthError(user)) return user
  const { code_challenge: challenge } = request
  return challenge
    ? redirectWithCode(request, await issueAuthCode(api, { ...user, challenge, method }))
    : redirectWithSession(request, await createBearerSession(api, user.user_id, method, requestInfo))
}

/** Never joins an account with the same email. */
export async function findOrCreateUser(
  { engine }: AuthApiDeps,
  provider: Pick<OpenidProvider, 'key'>,
  person: Person,
  of_age: boolean,
  requestInfo: RequestInfo,
): Promise<{ user_id: string } | AuthError> {
  const existing = await findLinkedUser(engine, provider.key, person)
  if (existing?.status === 'suspended') return userBanned
  if (existing) return { user_id: existing.id }
  const opened = await openAccount(engine, provider.key, person, of_age, requestInfo)
  return 'user_id' in opened ? opened : toAuthError(opened.failure)
}

/**
 * A victim sent to the provider's URL would link to the attacker's account, so the starting client must
 * redeem a code, or our page asks for consent.
 */
async function prepareLink(api: AuthApiDeps, link: IdentityLink, request: ClientRequest): Promise<Result> {
  const { engine } = api
  const { provider, person, session } = link
  const error = await existingLinkError(engine.auth, link)
  if (error) return error
  const { user_id, id: session_id } = session
  const { code_challenge: challenge } = request
  if (challenge)
    return redirectWithCode(request, await issueAuthCode(api, { user_id, challenge, method: 'oauth', link }))
  const pending = {
    provider,
    user_id,
    awaited: { awaits: 'consent' as const, person, wish: request, session_id },
  }
  const ticket = await storeFlow(engine, pending, undefined)
  return { to: `${engine.config.publicUrl}${consentPath}?${new URLSearchParams({ ticket })}` }
}

/** Links after consent. @returns undefined for an invalid ticket */
export async function linkByConsent(
  engine: AuthEngine,
  ticket: string,
  requestInfo: RequestInfo,
): Promise<string | undefined> {
  const flow = await consumeFlow(engine, ticket, 'consent', undefined)
  if (!flow?.user_id) return undefined
  const api = { engine, sign: openSigner(engine, engine.config.publicUrl) }
  const { person, wish: request, session_id } = flow.awaited
  const session = { id: session_id, user_id: flow.user_id }
  const error = await linkIdentity(api, { provider: flow.provider, person, session })
  const result =
    error ?? redirectWithSession(request, await createBearerSession(api, flow.user_id, 'oauth', requestInfo))
  return isAuthError(result) ? redirectUrlWithError(new URL(request.to), result) : result.to
}

const redirectWithCode = (request: ClientRequest, code: string) => ({
  to: urlWithCode(request.to, code).href,
})

/** A fragment reaches no server's log. */
const redirectWithSession = (request: ClientRequest, answer: Result): { to: string } | AuthError =>
  'body' in answer
    ? { to: redirectUrlWithResult(new URL(request.to), { ...answer.body }, false).href }
    : (answer as AuthError)
