import type { Session } from '../../domains/identity/identity.contract.ts'
import type { AuthEngine, RequestInfo } from '../../domains/identity/sessions/sessions.writes.server.ts'
import { ask, hear } from '../../domains/identity/social/authorization-request.writes.server.ts'
import type { ClientWish } from '../../domains/identity/social/oauth-state.reads.server.ts'
import { keepFlow, takeFlow } from '../../domains/identity/social/oauth-state.writes.server.ts'
import type { Person } from '../../domains/identity/social/providers.contract.ts'
import { consentPath, startPath } from '../../domains/identity/social/providers.rules.ts'
import { knownUser, openAccount } from '../../domains/identity/social/social-accounts.writes.server.ts'
import type { OpenidProvider } from '../../platform/openid-providers.server.ts'
import type { Answer, Refusal } from '../auth-api.contract.ts'
import { isRefusal, paused, tokenRedirectUrl } from '../auth-api.rules.ts'
import { type AuthApiDeps, createBearerSession, recordAnswer } from '../auth-api.writes.server.ts'
import { openSigner } from '../sessions/tokens.writes.server.ts'
import { redirectUrlWithResult } from '../sign-in/verify-links.rules.ts'
import { alreadyLinked, type Link } from './identities.reads.server.ts'
import { linkPerson } from './identities.writes.server.ts'
import type { Authorize } from './oauth.contract.ts'
import {
  addressWithError,
  clientCallbackPath,
  hintsOf,
  missingState,
  noPlace,
  noProvider,
  noState,
  providerNamed,
  refusalOf,
  unreachable,
} from './oauth.rules.ts'
import { issueAuthCode } from './pkce-codes.writes.server.ts'

/**
 * Sends somebody to a provider for a client.
 *
 * @param linking the session whose account gets the provider; left out, it signs in
 */
export async function startOAuth(
  { engine }: AuthApiDeps,
  given: Authorize,
  linking?: Session,
): Promise<Answer> {
  const { config } = engine
  const provider = providerNamed(config.providers, given.provider)
  if (!provider) return noProvider
  const { code_challenge, of_age } = given
  const place = tokenRedirectUrl(config, given.redirect_to, code_challenge)
  // Nobody is left to take a session: whoever signs in does so on our own pages.
  if (!place && !code_challenge) return linking ? noPlace : { to: config.publicUrl + startPath(provider.key) }
  const to = place ?? frontOf(config)
  const wish = { to: to.href, ...(code_challenge && { code_challenge }), of_age: of_age === 'true' }
  const url = await ask(
    engine,
    provider,
    (question) => ({
      provider: provider.key,
      user_id: linking?.user_id ?? null,
      awaited: { awaits: 'client_answer', question, wish, ...(linking && { session_id: linking.id }) },
    }),
    { callback: clientCallbackPath, browser: undefined },
    hintsOf(given),
  )
  if (!url) return linking ? unreachable : { to: addressWithError(to, unreachable) }
  return given.skip_http_redirect === 'true' && linking ? { body: { url } } : { to: url }
}

const frontOf = ({ publicUrl }: { publicUrl: string }) => new URL('/', publicUrl)

/**
 * Ends what `startOAuth` began, with the provider's answer, in the browser of whoever brings it: no cookie is read here,
 * so nothing says that it is the one that began. What comes of it goes only where the client said when it began, and, with a
 * challenge, is worth something to that client alone.
 */
export async function finishOAuth(
  wire: AuthApiDeps,
  answer: URLSearchParams,
  requestInfo: RequestInfo,
): Promise<Answer> {
  const { engine } = wire
  const { config } = engine
  const state = answer.get('state')
  if (!state) return { to: addressWithError(frontOf(config), missingState) }
  const flow = await takeFlow(engine, state, 'client_answer', undefined)
  const provider = config.providers.find(({ key }) => key === flow?.provider)
  if (!flow || !provider) return { to: addressWithError(frontOf(config), noState) }
  const { question, wish, session_id = '' } = flow.awaited
  const heard = await hear(engine, provider, clientCallbackPath, answer, { ...question, state })
  const work = async () => {
    if ('refused' in heard) return refusalOf(heard.refused)
    const { person } = heard
    if (!flow.user_id) return signInAtClient(wire, provider, person, wish, requestInfo)
    const link = { provider: provider.key, person, session: { id: session_id, user_id: flow.user_id } }
    return prepareLink(wire, link, wish)
  }
  const done = recordAnswer(engine, 'provider', await work())
  return isRefusal(done) ? { to: addressWithError(new URL(wish.to), done) } : done
}

/** Hands a client the session of whom a provider has named, or a code for it. @param method as RFC 8176 would name it */
export async function signInAtClient(
  wire: AuthApiDeps,
  provider: Pick<OpenidProvider, 'key'>,
  person: Person,
  wish: ClientWish,
  requestInfo: RequestInfo,
  method = 'oauth',
): Promise<Answer> {
  const user = await userOf(wire, provider, person, wish.of_age, requestInfo)
  if (isRefusal(user)) return user
  const { code_challenge: challenge } = wish
  return challenge
    ? carryCode(wish, await issueAuthCode(wire, { ...user, challenge, method }))
    : carrySession(wish, await createBearerSession(wire, user.user_id, method, requestInfo))
}

/** The account of a person whom a provider knows, or a new one. It is never joined to one that has the address. */
export async function userOf(
  { engine }: AuthApiDeps,
  provider: Pick<OpenidProvider, 'key'>,
  person: Person,
  of_age: boolean,
  requestInfo: RequestInfo,
): Promise<{ user_id: string } | Refusal> {
  const known = await knownUser(engine, provider.key, person)
  if (known?.status === 'suspended') return paused
  if (known) return { user_id: known.id }
  const opened = await openAccount(engine, provider.key, person, of_age, requestInfo)
  return 'user_id' in opened ? opened : refusalOf(opened.refused)
}

/**
 * Links at once would link whoever was sent the provider's address by somebody else to that other's account, where all they
 * write could be read. So the client that began redeems a code; a client without a challenge cannot show that it was the one,
 * and the person is asked, on our page.
 */
async function prepareLink(wire: AuthApiDeps, link: Link, wish: ClientWish): Promise<Answer> {
  const { engine } = wire
  const { provider, person, session } = link
  const refused = await alreadyLinked(engine.auth, link)
  if (refused) return refused
  const { user_id, id: session_id } = session
  const { code_challenge: challenge } = wish
  if (challenge)
    return carryCode(wish, await issueAuthCode(wire, { user_id, challenge, method: 'oauth', link }))
  const asked = { provider, user_id, awaited: { awaits: 'consent' as const, person, wish, session_id } }
  const ticket = await keepFlow(engine, asked, undefined)
  return { to: `${engine.config.publicUrl}${consentPath}?${new URLSearchParams({ ticket })}` }
}

/** The button of the page that asks. @returns where to go on; undefined when there is nothing to agree to any more */
export async function linkByConsent(
  engine: AuthEngine,
  ticket: string,
  requestInfo: RequestInfo,
): Promise<string | undefined> {
  const flow = await takeFlow(engine, ticket, 'consent', undefined)
  if (!flow?.user_id) return undefined
  const wire = { engine, sign: openSigner(engine, engine.config.publicUrl) }
  const { person, wish, session_id } = flow.awaited
  const session = { id: session_id, user_id: flow.user_id }
  const refused = await linkPerson(wire, { provider: flow.provider, person, session })
  const done =
    refused ?? carrySession(wish, await createBearerSession(wire, flow.user_id, 'oauth', requestInfo))
  return isRefusal(done) ? addressWithError(new URL(wish.to), done) : done.to
}

function carryCode(wish: ClientWish, code: string): { to: string } {
  const to = new URL(wish.to)
  to.searchParams.set('code', code)
  return { to: to.href }
}

/** The session in the fragment, which reaches no server's log. */
const carrySession = (wish: ClientWish, answer: Answer): { to: string } | Refusal =>
  'body' in answer
    ? { to: redirectUrlWithResult(new URL(wish.to), { ...answer.body }, false).href }
    : (answer as Refusal)
