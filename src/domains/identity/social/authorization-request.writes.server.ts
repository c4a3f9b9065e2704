import { loggable } from '../../../platform/log.server.ts'
import type { OpenidProvider } from '../../../platform/openid-providers.server.ts'
import type { AuthEngine } from '../sessions/sessions.writes.server.ts'
import type { Flow } from './oauth-state.reads.server.ts'
import { storeFlow } from './oauth-state.writes.server.ts'
import type { Person, ProviderFailure } from './providers.contract.ts'
import {
  type AuthorizationChecks,
  buildAuthorizationUrl,
  createChecks,
  readPerson,
  readProviderMetadata,
} from './providers.reads.server.ts'
import { type Freshness, isChangeOfMind } from './providers.rules.ts'

/** How the answer comes back: to which of our addresses, and in which browser alone, where a cookie can say so. */
type CallbackTarget = { callback: string; browser: string | undefined }

/**
 * Puts the question of who somebody is to a provider, and keeps what is asked until the answer comes.
 *
 * @param flowFor makes it of the question
 * @param hints what is passed on of a client's own parameters
 * @returns where to send the person; undefined when the provider cannot be reached
 */
export async function startAuthorization(
  engine: AuthEngine,
  provider: OpenidProvider,
  flowFor: (question: AuthorizationChecks) => Flow,
  { callback, browser }: CallbackTarget,
  hints: Record<string, string> = {},
): Promise<string | undefined> {
  try {
    await readProviderMetadata(provider)
  } catch (thrown) {
    engine.log.error('a provider of sign-in cannot be reached', { error: loggable(thrown) })
    return undefined
  }
  const question = createChecks()
  const state = await storeFlow(engine, flowFor(question), browser)
  const redirectUri = engine.config.publicUrl + callback
  return (await buildAuthorizationUrl(provider, redirectUri, state, question, hints)).href
}

/**
 * Reads the answer.
 *
 * @param answer of the query or the form; anybody may have written it
 * @param checks what was kept of the question, and under which state
 */
export async function readAuthorizationResponse(
  { config, log }: AuthEngine,
  provider: OpenidProvider,
  callback: string,
  answer: URLSearchParams,
  checks: AuthorizationChecks & { state: string },
): Promise<
  { person: Person; freshness: Freshness } | { failure: Extract<ProviderFailure, 'denied' | 'failed'> }
> {
  const error = answer.get('error')
  if (error) return { failure: isChangeOfMind(error) ? 'denied' : 'failed' }
  try {
    return await readPerson(provider, config.publicUrl + callback, answer, checks)
  } catch (thrown) {
    log.warn('a provider’s answer was refused', { error: loggable(thrown) })
    return { failure: 'failed' }
  }
}
