import { listServiceTokens } from '../../domains/identity/accounts/service-tokens.reads.server.ts'
import {
  parseServiceTokenTtl,
  serviceTokenHours,
} from '../../domains/identity/accounts/service-tokens.rules.ts'
import {
  createServiceToken,
  revokeServiceToken,
} from '../../domains/identity/accounts/service-tokens.writes.server.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/pool.server.ts'

type Work = (auth: Database, clock: Clock) => Promise<string>

/** Returns undefined for an unknown command. */
export function parseServiceTokenCommand(words: string[]): Work | { error: string } | undefined {
  const [verb, id, ...rest] = words
  if (rest.length > 0) return undefined
  if (verb === 'list' && id === undefined) return list
  if (verb === 'revoke' && id) return (auth, clock) => revoke(auth, clock, id)
  if (id !== undefined || verb === 'revoke') return undefined
  const life = parseServiceTokenTtl(verb)
  if (life === undefined) {
    return { error: `A service token lasts a whole number of hours, from 1 to ${serviceTokenHours.max}.` }
  }
  return (auth, clock) => create(auth, clock, life)
}

async function create(auth: Database, clock: Clock, life: number): Promise<string> {
  const { id, token, expires_at } = await createServiceToken(auth, clock, life)
  return [
    token,
    `number   ${id}`,
    `until    ${expires_at.toISOString()}`,
    'It is shown this once, and opens every account: keep it like the master key. While ADMIN_CALLS is off it opens nothing.',
  ].join('\n')
}

async function list(auth: Database, clock: Clock): Promise<string> {
  const tokens = await listServiceTokens(auth, clock.now())
  if (tokens.length === 0) return 'There are no service tokens.'
  const lines = tokens.map(({ id, created_at, expires_at }) =>
    [id, created_at.toISOString(), expires_at.toISOString()].join('\t'),
  )
  return lines.join('\n')
}

const revoke = async (auth: Database, clock: Clock, id: string): Promise<string> =>
  (await revokeServiceToken(auth, clock, id))
    ? `${id} opens nothing any more.`
    : `No service token has the number ${id}.`
