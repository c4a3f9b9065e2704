import { v7 as uuidv7 } from 'uuid'
import type { RequestInfo } from '../../domains/identity/sessions/sessions.writes.server.ts'
import { userMetadata } from '../account/account.rules.ts'
import type { Result } from '../auth-api.contract.ts'
import { authError, tooManyRequests } from '../auth-api.rules.ts'
import { type AuthApiDeps, createBearerSession, recorded } from '../auth-api.writes.server.ts'

/** Only the session opens it, until an email, phone or provider is added. */
export const signInAnonymously = recorded('sign_up', openAnonymousAccount)

type Data = Record<string, unknown>

async function openAnonymousAccount(api: AuthApiDeps, data: Data, requestInfo: RequestInfo): Promise<Result> {
  const { auth, clock, config, limits } = api.engine
  if (!config.authApi.anonymous) {
    return authError('anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  }
  const seconds = await limits.consumeForIp('account', requestInfo.address)
  if (seconds > 0) return tooManyRequests(seconds)
  const { user_metadata, of_age } = userMetadata(data)
  const [id, now] = [uuidv7(), clock.now()]
  await auth
    .insertInto('auth.users')
    .values({
      ...{ id, is_anonymous: true, created_at: now },
      ...{ of_age_at: of_age ? now : null, user_metadata: JSON.stringify(user_metadata) },
    })
    .execute()
  return createBearerSession(api, id, 'anonymous', requestInfo)
}
