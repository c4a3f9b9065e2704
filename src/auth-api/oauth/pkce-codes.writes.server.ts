import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { readUser } from '../../domains/identity/identity.reads.server.ts'
import { endSession, type RequestInfo } from '../../domains/identity/sessions/sessions.writes.server.ts'
import { hashToken, randomToken, seal, unseal } from '../../platform/crypto.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import type { Result } from '../auth-api.contract.ts'
import { authError, userBanned } from '../auth-api.rules.ts'
import { type AuthApiDeps, beginSession, recorded, rotateToBearerSession } from '../auth-api.writes.server.ts'
import type { IdentityLink } from './identities.reads.server.ts'
import { linkIdentity } from './identities.writes.server.ts'
import { authCodeTtl, matchesChallenge } from './pkce-codes.rules.ts'

/** Decrypts in its own row only. */
const pkceCodeContext = (id: string) => ['auth.flows', id, 'code']
const codePayload = z.object({
  user_id: z.uuid(),
  challenge: z.string(),
  method: z.string(),
  link: z
    .object({
      provider: z.string(),
      person: z.object({ issuer: z.string(), sub: z.string(), email: z.string().exactOptional() }),
      session: z.object({ id: z.uuid(), user_id: z.uuid() }),
    })
    .optional(),
})

/** Issues a code for the verifier's holder (RFC 7636). @param payload `link`: linked on exchange */
export async function issueAuthCode(
  { engine }: AuthApiDeps,
  payload: { user_id: string; challenge: string; method: string; link?: IdentityLink },
): Promise<string> {
  const { auth, clock, masterKey } = engine
  const [id, code, now] = [uuidv7(), randomToken(), clock.now()]
  await auth
    .insertInto('auth.oauth_states')
    .values({
      id,
      state_hash: hashToken(code),
      user_id: payload.user_id,
      sealed: seal(masterKey, JSON.stringify(payload), pkceCodeContext(id)),
      created_at: now,
      expires_at: new Date(now.getTime() + authCodeTtl),
    })
    .execute()
  return code
}

/**
 * A wrong verifier uses the code up. A second use means interception and ends the session (RFC 6749, 4.1.2;
 * ASVS 5.0, 10.4.2).
 */
export const exchangeAuthCode = recorded('authorization_code', redeemCode)

type CodeInput = { auth_code: string; code_verifier: string }

async function redeemCode(api: AuthApiDeps, input: CodeInput, requestInfo: RequestInfo): Promise<Result> {
  const { auth, clock, masterKey } = api.engine
  const flow = await auth
    .updateTable('auth.oauth_states')
    .set({ used_at: clock.now() })
    .where('state_hash', '=', hashToken(input.auth_code))
    // With a provider, the flow is in progress.
    .where('provider', 'is', null)
    .where('used_at', 'is', null)
    .returning(['id', 'sealed', 'expires_at'])
    .executeTakeFirst()
  if (!flow) {
    await endReusedCodeSession(auth, input.auth_code)
    return unknownCode
  }
  if (flow.expires_at <= clock.now()) {
    return authError('flow_state_expired', 'invalid flow state, flow state has expired')
  }
  const payload = codePayload.parse(JSON.parse(unseal(masterKey, flow.sealed, pkceCodeContext(flow.id))))
  if (!matchesChallenge(input.code_verifier, payload.challenge)) {
    return authError('bad_code_verifier', 'code challenge does not match previously saved code verifier')
  }
  const user = await readUser(auth, payload.user_id)
  if (!user || user.status === 'suspended') return userBanned
  if (payload.link) {
    // Keeps the session's factors.
    return (await linkIdentity(api, payload.link)) ?? rotateToBearerSession(api, payload.link.session.id)
  }
  const session = await beginSession(api, user.id, payload.method, requestInfo)
  if (!session) return userBanned
  const { numUpdatedRows } = await auth
    .updateTable('auth.oauth_states')
    .set({ session_id: session.id })
    .where('id', '=', flow.id)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return rotateToBearerSession(api, session.id)
  // The code was reused meanwhile.
  await endSession(auth, user.id, session.id)
  return unknownCode
}

const unknownCode = authError('flow_state_not_found', 'invalid flow state, no valid flow state found')

/** A concurrent exchange must find the row gone. */
async function endReusedCodeSession(auth: Database, code: string): Promise<void> {
  const reused = await auth
    .deleteFrom('auth.oauth_states')
    .where('state_hash', '=', hashToken(code))
    .where('provider', 'is', null)
    .where('used_at', 'is not', null)
    .returning(['user_id', 'session_id'])
    .executeTakeFirst()
  if (reused?.user_id && reused.session_id) await endSession(auth, reused.user_id, reused.session_id)
}
