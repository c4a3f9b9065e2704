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

/** Stores a flow and returns the provider's URL; undefined when it can't be reached. */
export async function startAuthorization(
  engine: AuthEngine,
  provider: OpenidProvider,
  flowFor: (checks: AuthorizationChecks) => Flow,
  { callback, browser }: { callback: string; browser: string | undefined },
  hints: Record<string, string> = {},
): Promise<string | undefined> {
  if (!(await readProviderMetadata(provider, engine.log))) return undefined
  const checks = createChecks()
  const state = await storeFlow(engine, flowFor(checks), browser)
  const redirectUri = engine.config.publicUrl + callback
  return (await buildAuthorizationUrl(provider, redirectUri, state, checks, hints)).href
}

/** Validates the provider's untrusted answer. */
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
