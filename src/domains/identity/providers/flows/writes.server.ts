import { v7 as uuidv7 } from 'uuid'
import { hashToken, randomToken, seal, unseal } from '../../../../platform/crypto.server.ts'
import type { Wanted } from '../../contract.ts'
import type { Engine } from '../../writes.server.ts'
import type { Person } from '../contract.ts'
import type { Question } from '../reads.server.ts'
import { flowLife } from '../rules.ts'

/** What a person brought along when they left for a provider. */
export type Brought = {
  next?: string
  wanted?: Wanted
  shared_device: boolean
  of_age: boolean
  device: string
}

/**
 * What a flow waits for: a provider's answer, or a new person's word that they are 16. `session_id`: links the provider to the
 * account of this session, or `proves` that it is its owner who asks.
 */
type Awaited =
  | { awaits: 'answer'; question: Question; session_id?: string; proves?: boolean }
  | { awaits: 'age'; person: Person }

type Flow = { provider: string; user_id: string | null; brought: Brought; awaited: Awaited }

/** Where it belongs: in another row it does not open. */
const placeOf = (id: string) => ['auth.flows', id, 'sealed']
const marked = (browser: string) => hashToken(browser).toString('base64url')

/**
 * Keeps a flow for ten minutes, on the server: across sites no cookie of the session comes back, and nobody can change it.
 *
 * @param browser as its cookie names it; the flow goes on in no other
 * @returns the token by which it is found, once
 */
export async function keepFlow(
  { auth, clock, masterKey }: Engine,
  flow: Flow,
  browser: string,
): Promise<string> {
  const now = clock.now()
  const [id, token] = [uuidv7(), randomToken()]
  const { provider, user_id, ...inside } = flow
  await auth.deleteFrom('auth.flows').where('expires_at', '<=', now).execute()
  await auth
    .insertInto('auth.flows')
    .values({
      id,
      state_hash: hashToken(token),
      provider,
      user_id,
      sealed: seal(masterKey.key, JSON.stringify({ ...inside, browser: marked(browser) }), placeOf(id)),
      created_at: now,
      expires_at: new Date(now.getTime() + flowLife),
    })
    .execute()
  return token
}

/**
 * Takes a flow, in one statement: of two answers with one state the second finds nothing.
 *
 * @returns undefined when it is unknown, used or expired, when it waits for something else, or in another browser
 */
export async function takeFlow<Awaits extends Awaited['awaits']>(
  { auth, clock, masterKey }: Engine,
  token: string,
  awaits: Awaits,
  browser: string | undefined,
): Promise<(Flow & { awaited: Extract<Awaited, { awaits: Awaits }> }) | undefined> {
  const row = await auth
    .deleteFrom('auth.flows')
    .where('state_hash', '=', hashToken(token))
    .where('expires_at', '>', clock.now())
    .returning(['id', 'provider', 'user_id', 'sealed'])
    .executeTakeFirst()
  if (!row?.provider) return undefined
  const { provider, user_id } = row
  const { browser: begun, ...inside } = JSON.parse(unseal(masterKey.key, row.sealed, placeOf(row.id)))
  if (inside.awaited.awaits !== awaits || !browser || marked(browser) !== begun) return undefined
  return { provider, user_id, ...inside }
}
