import { hashToken, unseal } from '../../../platform/crypto.server.ts'
import type { PendingIntent } from '../identity.contract.ts'
import type { AuthEngine } from '../sessions/sessions.writes.server.ts'
import type { Person } from './providers.contract.ts'
import type { AuthorizationChecks } from './providers.reads.server.ts'

/** What a person brought along when they left for a provider. */
export type SignInState = {
  next?: string
  wanted?: PendingIntent
  shared_device: boolean
  of_age: boolean
  device: string
}

/** What a client of /auth/v1 asked for when it sent a person to a provider. */
export type ClientRequest = {
  /** Where the person goes on: judged already (auth-api/auth-api.rules.ts, `allowedRedirectUrl`). */
  to: string
  /** RFC 7636: what comes of it is for whoever knows the verifier. */
  code_challenge?: string
  /** The client says that the person said so. */
  of_age: boolean
}

/** `session_id`: links the provider to the account of this session, or `proves` that it is its owner who asks. */
type FlowData =
  /** A provider's answer, for our pages. */
  | {
      awaits: 'answer'
      question: AuthorizationChecks
      brought: SignInState
      session_id?: string
      proves?: boolean
    }
  /** A new person's word that they are 16. */
  | { awaits: 'age'; person: Person; brought: SignInState }
  /** A provider's answer, for a client: no cookie says which browser began. */
  | { awaits: 'client_answer'; question: AuthorizationChecks; wish: ClientRequest; session_id?: string }
  /** What an organisation's own sign-in says, for a client; `request_id` is the question that it answers. */
  | { awaits: 'saml_answer'; request_id: string; wish: ClientRequest }
  /** The word of whoever came back from the provider that they asked to be linked. */
  | { awaits: 'consent'; person: Person; wish: ClientRequest; session_id: string }

export type FlowKind = FlowData['awaits']
export type Flow<Kind extends FlowKind = FlowKind> = {
  provider: string
  user_id: string | null
  awaited: Extract<FlowData, { awaits: Kind }>
}

/** Where it belongs: in another row it does not open. */
export const oauthStateContext = (id: string) => ['auth.flows', id, 'sealed']

type Row = { id: string; provider: string | null; user_id: string | null; sealed: Buffer }

/** @returns undefined when it waits for something else; `browser`: in which it goes on alone, marked, if it began in one */
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

/** Looks at a flow and leaves it: a page says what it is about before its button is pressed. */
export async function readFlow<Kind extends FlowKind>(
  engine: Pick<AuthEngine, 'auth' | 'clock' | 'masterKey'>,
  token: string,
  awaits: Kind,
): Promise<Flow<Kind> | undefined> {
  const row = await engine.auth
    .selectFrom('auth.flows')
    .select(['id', 'provider', 'user_id', 'sealed'])
    .where('state_hash', '=', hashToken(token))
    .where('provider', 'is not', null)
    .where('expires_at', '>', engine.clock.now())
    .executeTakeFirst()
  return decryptFlow(engine, row, awaits)
}
