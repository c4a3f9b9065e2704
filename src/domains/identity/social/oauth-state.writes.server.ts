import { v7 as uuidv7 } from 'uuid'
import { hashToken, randomToken, seal } from '../../../platform/crypto.server.ts'
import type { AuthEngine } from '../sessions/sessions.writes.server.ts'
import { decryptFlow, type Flow, type FlowKind, oauthStateContext } from './oauth-state.reads.server.ts'
import { flowTtl } from './providers.rules.ts'

const hashBrowser = (browser: string | undefined) => browser && hashToken(browser).toString('base64url')

/** Stores a flow, since cross-site requests carry no session cookie; returns its token. */
export async function storeFlow(
  { auth, clock, masterKey }: AuthEngine,
  { provider, user_id, awaited }: Flow,
  browser: string | undefined,
): Promise<string> {
  const now = clock.now()
  const [id, token] = [uuidv7(), randomToken()]
  const plaintext = JSON.stringify({ awaited, browser: hashBrowser(browser) })
  await auth.deleteFrom('auth.oauth_states').where('expires_at', '<=', now).execute()
  await auth
    .insertInto('auth.oauth_states')
    .values({
      id,
      state_hash: hashToken(token),
      provider,
      user_id,
      sealed: seal(masterKey, plaintext, oauthStateContext(id)),
      created_at: now,
      expires_at: new Date(now.getTime() + flowTtl),
    })
    .execute()
  return token
}

/** Deletes and returns a flow in one statement: of two answers only one succeeds. */
export async function consumeFlow<Kind extends FlowKind>(
  engine: AuthEngine,
  token: string,
  awaits: Kind,
  browser: string | undefined,
): Promise<Flow<Kind> | undefined> {
  const row = await engine.auth
    .deleteFrom('auth.oauth_states')
    .where('state_hash', '=', hashToken(token))
    // Rows without a provider are PKCE codes.
    .where('provider', 'is not', null)
    .where('expires_at', '>', engine.clock.now())
    .returning(['id', 'provider', 'user_id', 'sealed'])
    .executeTakeFirst()
  const flow = decryptFlow(engine, row, awaits)
  return flow && flow.browser === hashBrowser(browser) ? flow : undefined
}
