import { hashToken, unseal } from '../../../platform/crypto.server.ts'
import type { PendingIntent } from '../identity.contract.ts'
import type { AuthEngine } from '../sessions/sessions.writes.server.ts'
import type { Person } from './providers.contract.ts'
import type { AuthorizationChecks } from './providers.reads.server.ts'

/** A sign-in's state that survives the visit to the provider. */
export type SignInState = {
  next?: string
  wanted?: PendingIntent
  shared_device: boolean
  of_age: boolean
  device: string
}

/** The request of an /auth/v1 client. */
export type ClientRequest = {
  /** An allowed URL: validated when the request began. */
  to: string
  /** RFC 7636: only the verifier's holder can use the result. */
  code_challenge?: string
  of_age: boolean
}

/**
 * Stored as JSON, so renaming a property breaks flows in progress. `proves`: reauthenticates, instead of
 * linking.
 */
type FlowData =
  | {
      awaits: 'answer'
      question: AuthorizationChecks
      brought: SignInState
      session_id?: string
      proves?: boolean
    }
  | { awaits: 'age'; person: Person; brought: SignInState }
  /** Not bound to a browser. */
  | { awaits: 'client_answer'; question: AuthorizationChecks; wish: ClientRequest; session_id?: string }
  | { awaits: 'saml_answer'; request_id: string; wish: ClientRequest }
  | { awaits: 'consent'; person: Person; wish: ClientRequest; session_id: string }

export type FlowKind = FlowData['awaits']
export type Flow<Kind extends FlowKind = FlowKind> = {
  provider: string
  user_id: string | null
  awaited: Extract<FlowData, { awaits: Kind }>
}

/** A flow decrypts in its own row only. */
export const oauthStateContext = (id: string) => ['auth.flows', id, 'sealed']

/** `browser`: the hash of the one that the flow is bound to. */
export function decryptFlow<Kind extends FlowKind>(
  { masterKey }: Pick<AuthEngine, 'masterKey'>,
  row: { id: string; provider: string | null; user_id: string | null; sealed: Buffer } | undefined,
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
