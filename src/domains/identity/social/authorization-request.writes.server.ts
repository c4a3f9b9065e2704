import { loggable } from '../../../platform/log.server.ts'
import type { OpenidProvider } from '../../../platform/openid-providers.server.ts'
import type { AuthEngine } from '../sessions/sessions.writes.server.ts'
import type { Flow } from './oauth-state.reads.server.ts'
import { keepFlow } from './oauth-state.writes.server.ts'
import type { Person, Refusal } from './providers.contract.ts'
import { newQuestion, providerEmail, type Question, reach, readPerson } from './providers.reads.server.ts'
import { type Freshness, isChangeOfMind } from './providers.rules.ts'

/** How the answer comes back: to which of our addresses, and in which browser alone, where a cookie can say so. */
type Way = { callback: string; browser: string | undefined }

/**
 * Puts the question of who somebody is to a provider, and keeps what is asked until the answer comes.
 *
 * @param flowFor makes it of the question
 * @param hints what is passed on of a client's own parameters
 * @returns where to send the person; undefined when the provider cannot be reached
 */
export async function ask(
  engine: AuthEngine,
  provider: OpenidProvider,
  flowFor: (question: Question) => Flow,
  { callback, browser }: Way,
  hints: Record<string, string> = {},
): Promise<string | undefined> {
  try {
    await reach(provider)
  } catch (thrown) {
    engine.log.error('a provider of sign-in cannot be reached', { error: loggable(thrown) })
    return undefined
  }
  const question = newQuestion()
  const state = await keepFlow(engine, flowFor(question), browser)
  const back = engine.config.publicUrl + callback
  return (await providerEmail(provider, back, state, question, hints)).href
}

/**
 * Reads the answer.
 *
 * @param answer of the query or the form; anybody may have written it
 * @param asked what was kept of the question, and under which state
 */
export async function hear(
  { config, log }: AuthEngine,
  provider: OpenidProvider,
  callback: string,
  answer: URLSearchParams,
  asked: Question & { state: string },
): Promise<{ person: Person; freshness: Freshness } | { refused: Extract<Refusal, 'denied' | 'failed'> }> {
  const error = answer.get('error')
  if (error) return { refused: isChangeOfMind(error) ? 'denied' : 'failed' }
  try {
    return await readPerson(provider, config.publicUrl + callback, answer, asked)
  } catch (thrown) {
    log.warn('a provider’s answer was refused', { error: loggable(thrown) })
    return { refused: 'failed' }
  }
}
