import { hashToken, unseal } from '../../../platform/crypto.server.ts'
import type { PendingIntent } from '../identity.contract.ts'
import type { AuthEngine } from '../sessions/sessions.writes.server.ts'
import type { Person } from './providers.contract.ts'
import type { AuthorizationChecks } from './providers.reads.server.ts'

/** State of a sign-in on our pages that survives the visit to the provider. */
export type SignInState = {
  next?: string
  wanted?: PendingIntent
  shared_device: boolean
  of_age: boolean
  device: string
}

/** The request of an /auth/v1 client that started a flow. */
export type ClientRequest = {
  /** Already validated (auth-api/auth-api.rules.ts, `allowedRedirectUrl`). */
  to: string
  /** RFC 7636: only the holder of the verifier can use the result. */
  code_challenge?: string
  /** The client asserts that its user is 16 or older. */
  of_age: boolean
}

/**
Stored
 * as encrypted JSON, so renaming a property breaks flows in progress. `session_id`: links the identity to
 * this session's account, or with `proves` reauthenticates it.
 */
type FlowData =
  | {
      awaits: 'answer'
      question: AuthorizationChecks
      brought: SignInState
      session_id?: string
      proves?: boolean
    }
  /** Waits for a new user to confirm being 16 or older. */
  | { awaits: 'age'; person: Person; brought: SignInState }
  /** For a client, so not bound to a browser. */
  | { awaits: 'client_answer'; question: AuthorizationChecks; wish: ClientRequest; session_id?: string }
  | { awaits: 'saml_answer'; request_id: string; wish: ClientRequest }
  /** Waits for the user's consent to link. */
  | { awaits: 'consent'; person: Person; wish: ClientRequest; session_id: string }

export type FlowKind = FlowData['awaits']
export type Flow<Kind extends FlowKind = FlowKind> = {
  provider: string
  user_id: string | null
  awaited: Extract<FlowData, { awaits: Kind }>
}

/** Encryption context: a flow decrypts in its own row only. */
export const oauthStateContext = (id: string) => ['auth.flows', id, 'sealed']

type Row = { id: string; provider: string | null; user_id: string | null; sealed: Buffer }

/** Returns undefined for another kind of flow. `browser`: the hash of the one it is bound to, if any. */
export function decryptFlow<Kind extends FlowKind>(
  { masterKey }: Pick<AuthEngine, 'masterKey'>,
  row: Row | undefined,
  awaits: Kind,
): (Flow<Kind> & { browser?: string }) | undefined {
  if (!row?.provider) return undefined
  const { provider, user_id } = row
  const { awaited, browser } = JSON.parse(unseal(masterKey, row.sealed, oauthStateContext(row.id)))
  return awaited.awaits === awaits ? { provider, user_id, awaited, browser } : undefined
}

/** Reads a flow without consuming it. */
export async function readFlow<Kind extends FlowKind>(
  engine: Pick<AuthEngine, 'auth' | 'clock' | 'masterKey'>,
  token: string,
  awaits: Kind,
): Promise<Flow<Kind> | undefined> {
  const row = await engine.auth
    .selectFrom('auth.oauth_states')
    .select(['id', 'provider', 'user_id', 'sealed'])
    .where('state_hash', '=', hashToken(token))
    .where('provider', 'is not', null)
    .where('expires_at', '>', engine.clock.now())
    .executeTakeFirst()
  return decryptFlow(engine, row, awaits)
}
