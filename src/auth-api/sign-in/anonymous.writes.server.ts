import { v7 as uuidv7 } from 'uuid'
import type { Asker } from '../../domains/identity/sessions/sessions.writes.server.ts'
import { toldBy } from '../account/account.rules.ts'
import type { Answer } from '../auth-api.contract.ts'
import { refuse, tooMany } from '../auth-api.rules.ts'
import { openSession, recordAnswer, type Wire } from '../auth-api.writes.server.ts'

/**
 * An account of which nothing is known but its number, for who only wants to look (reference service, anonymous.go). Nobody can
 * come back to it without its session, until it has an address or a provider; after that it is an account like any other.
 */
export const signInAnonymously = async (wire: Wire, data: Data, asker: Asker): Promise<Answer> =>
  recordAnswer(wire.engine, 'sign_up', await openAnonymousAccount(wire, data, asker))

type Data = Record<string, unknown>

async function openAnonymousAccount(wire: Wire, data: Data, asker: Asker): Promise<Answer> {
  const { auth, clock, config, limits } = wire.engine
  if (!config.wire.anonymous) {
    return refuse('anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  }
  const seconds = await limits.takeFrom('account', asker.address)
  if (seconds > 0) return tooMany(seconds)
  const { user_metadata, of_age } = toldBy(data)
  const [id, now] = [uuidv7(), clock.now()]
  await auth
    .insertInto('auth.users')
    .values({
      ...{ id, is_anonymous: true, created_at: now },
      ...{ of_age_at: of_age ? now : null, user_metadata: JSON.stringify(user_metadata) },
    })
    .execute()
  return openSession(wire, id, 'anonymous', asker)
}
