import { randomToken } from '../../../platform/crypto.server.ts'
import type { OpenidProvider } from '../../../platform/openid-providers.server.ts'
import { hasAccount } from '../accounts/unverified.reads.server.ts'
import { hasLocalCredential } from '../reauth/reauth.reads.server.ts'
import { proveByProvider } from '../reauth/reauth.writes.server.ts'
import { type AuthEngine, type RequestInfo, startSession } from '../sessions/sessions.writes.server.ts'
import { readAuthorizationResponse, startAuthorization } from './authorization-request.writes.server.ts'
import { link } from './linked-accounts.writes.server.ts'
import type { SignInState } from './oauth-state.reads.server.ts'
import { consumeFlow, storeFlow } from './oauth-state.writes.server.ts'
import type { FinishOutcome, Person, ProviderFailure } from './providers.contract.ts'
import { callbackPath, type Freshness, forceReauth, offered } from './providers.rules.ts'
import { findLinkedUser, openAccount } from './social-accounts.writes.server.ts'

/** Starts a sign-in, or links to or reauthenticates `currentSession`; undefined without the provider. */
export async function startFlow(
  engine: AuthEngine,
  provider: OpenidProvider,
  signInState: SignInState,
  existingBrowser: string | undefined,
  currentSession?: { id: string; user_id: string; proves: boolean },
): Promise<{ to: string; browser: string } | undefined> {
  const browser = existingBrowser ?? randomToken()
  const proves = currentSession?.proves ?? false
  const to = await startAuthorization(
    engine,
    provider,
    (checks) => ({
      provider: provider.key,
      user_id: currentSession?.user_id ?? null,
      awaited: {
        awaits: 'answer',
        question: checks,
        brought: signInState,
        ...(currentSession && { session_id: currentSession.id, proves }),
      },
    }),
    { callback: callbackPath, browser },
    proves ? forceReauth : {},
  )
  return to === undefined ? undefined : { to, browser }
}

/** Handles the provider's untrusted answer. */
export async function finishFlow(
  engine: AuthEngine,
  providers: OpenidProvider[],
  answer: URLSearchParams,
  browser: string | undefined,
  requestInfo: Pick<RequestInfo, 'address'>,
): Promise<FinishOutcome> {
  return recordFinish(engine, await finish(engine, providers, answer, browser, requestInfo))
}

/** Records final outcomes only. */
function recordFinish({ recordSignIn }: AuthEngine, finished: FinishOutcome): FinishOutcome {
  const { outcome } = finished
  if (outcome === 'signed_in') recordSignIn({ kind: 'provider', outcome: 'succeeded' })
  if (outcome === 'refused') {
    recordSignIn({ kind: 'provider', outcome: finished.reason === 'suspended' ? 'suspended' : 'refused' })
  }
  return finished
}

async function finish(
  engine: AuthEngine,
  providers: OpenidProvider[],
  answer: URLSearchParams,
  browser: string | undefined,
  requestInfo: Pick<RequestInfo, 'address'>,
): Promise<FinishOutcome> {
  const state = answer.get('state')
  const flow = state ? await consumeFlow(engine, state, 'answer', browser) : undefined
  const provider = providers.find(({ key }) => key === flow?.provider)
  if (!state || !flow || !provider) return { outcome: 'refused', reason: 'gone' }
  const reject = (reason: ProviderFailure) =>
    ({ outcome: 'refused', reason, provider: offered(provider) }) as const
  const { question, session_id, proves, brought: signInState } = flow.awaited
  const checks = { ...question, state }
  const response = await readAuthorizationResponse(engine, provider, callbackPath, answer, checks)
  if ('failure' in response) return reject(response.failure)
  const { person, freshness } = response
  if (flow.user_id) {
    const session = { id: session_id ?? '', user_id: flow.user_id }
    if (proves) {
      if (!(await isProofOfIdentity(engine, freshness, flow.user_id))) return reject('not_fresh')
      const proven = await proveByProvider(engine, { provider: provider.key, person }, session)
      if (typeof proven === 'string') return reject(proven)
      return { outcome: 'signed_in', ...proven, ...(signInState.next && { next: signInState.next }) }
    }
    const reason = await link(engine, provider.key, person, session)
    return reason ? reject(reason) : { outcome: 'linked' }
  }
  const user = await findLinkedUser(engine, provider.key, person)
  if (user?.status === 'suspended') return reject('suspended')
  if (user) {
    const proven = await isProofOfIdentity(engine, freshness, user.id)
    return startProviderSession(engine, provider, user.id, signInState, proven)
  }
  if (person.email && (await hasAccount(engine.auth, person.email))) return reject('has_account')
  if (signInState.of_age) return createAccount(engine, provider, person, signInState, requestInfo)
  const awaited = { awaits: 'age' as const, person, brought: signInState }
  const ticket = await storeFlow(engine, { provider: provider.key, user_id: null, awaited }, browser)
  return { outcome: 'needs_age', ticket, provider: offered(provider) }
}

/** Creates the account of a new user who has confirmed their age. */
export async function join(
  engine: AuthEngine,
  providers: OpenidProvider[],
  ticket: string,
  browser: string | undefined,
  requestInfo: Pick<RequestInfo, 'address'>,
): Promise<FinishOutcome> {
  const flow = await consumeFlow(engine, ticket, 'age', browser)
  const provider = providers.find(({ key }) => key === flow?.provider)
  if (!flow || !provider) return recordFinish(engine, { outcome: 'refused', reason: 'gone' })
  const { person, brought: signInState } = flow.awaited
  return recordFinish(engine, await createAccount(engine, provider, person, signInState, requestInfo))
}

/**
 * Without `auth_time` only for users with no other proof, who couldn't delete their account otherwise
 * (decision 021).
 */
const isProofOfIdentity = async (
  engine: AuthEngine,
  freshness: Freshness,
  user_id: string,
): Promise<boolean> =>
  freshness === 'fresh' || (freshness === 'unknown' && !(await hasLocalCredential(engine, user_id)))

async function createAccount(
  engine: AuthEngine,
  provider: OpenidProvider,
  person: Person,
  signInState: SignInState,
  requestInfo: Pick<RequestInfo, 'address'>,
): Promise<FinishOutcome> {
  const opened = await openAccount(engine, provider.key, person, true, requestInfo)
  if ('user_id' in opened) return startProviderSession(engine, provider, opened.user_id, signInState, true)
  return { outcome: 'refused', reason: opened.failure, provider: offered(provider) }
}

async function startProviderSession(
  engine: AuthEngine,
  provider: OpenidProvider,
  user_id: string,
  signInState: SignInState,
  proven: boolean,
): Promise<FinishOutcome> {
  const { next, wanted, device, shared_device } = signInState
  const started = await startSession(engine, user_id, { device, shared_device, proven, method: 'oauth' })
  if (!started) return { outcome: 'refused', reason: 'suspended', provider: offered(provider) }
  return { outcome: 'signed_in', ...started, ...(next && { next }), ...(wanted && { wanted }) }
}
