import { type KeyObject, randomBytes } from 'node:crypto'
import { seal } from '../../../platform/crypto.server.ts'
import type { Database } from '../../../platform/database/pool.server.ts'
import type { Owner } from '../../../platform/owner.ts'
import type { Writing } from '../contract.ts'
import { type Journal, keyPlace, readDataKey, type SealedPlace, type WrappedKey } from './reads.server.ts'

/**
 * The person's data key, made when they first write. Two that write first at once end with one key.
 *
 * @param own the person's own transaction
 * @param joined as `readDataKey` takes it
 */
export async function ensureDataKey(
  own: Database,
  journal: Pick<Journal, 'masterKey' | 'log'>,
  owner: Owner,
  joined?: WrappedKey,
): Promise<KeyObject | 'locked'> {
  const held = await readDataKey(own, journal, owner, joined)
  if (held !== 'none') return held
  const { id: key_id } = journal.masterKey
  const { user_id } = owner
  const wrapped = seal(journal.masterKey, randomBytes(32).toString('base64'), keyPlace(user_id, key_id))
  await own
    .insertInto('data_keys')
    .values({ user_id, key_id, wrapped })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  // Perhaps another's, who was first.
  const made = await readDataKey(own, journal, owner)
  return made === 'none' ? 'locked' : made
}

/** As JSON, which also carries what UTF-8 cannot: half of a surrogate pair comes back as it was (ECMA-262, 25.5.2). */
export const sealWriting = (key: KeyObject, writing: Writing, place: SealedPlace): Buffer =>
  seal(key, JSON.stringify(writing), place)

type Known = { key_id: string; wrapped: Buffer; room: number; until: number }

/** So many people write within the same minute, at most, for whom a look is saved. */
const most = 1_000
/** Milliseconds. */
const knownFor = 60_000
/** Who serves beside us may have counted the same, and gives away as much. */
const share = 1 / 4

/** By database: a process has one, the tests many. */
const known = new WeakMap<Database, Map<string, Known>>()

/**
 * Remembers a key as it stands in `data_keys`, wrapped, so no more than a backup holds, and for how many more Connections there is room.
 * Whoever uses the key says so to the database (`save_entry`), which refuses where another stands there by now, or none.
 *
 * @param left how many more there may be, counted now
 */
export function rememberKey(
  { database }: Pick<Journal, 'database'>,
  { user_id }: Owner,
  { key_id, wrapped }: WrappedKey,
  left: number,
  now: Date,
) {
  if (!key_id || !wrapped) return
  const keys = known.get(database) ?? new Map<string, Known>()
  known.set(database, keys)
  keys.delete(user_id)
  keys.set(user_id, { key_id, wrapped, room: Math.floor(left * share), until: now.getTime() + knownFor })
  for (const [oldest, { until }] of keys) {
    if (keys.size <= most && until > now.getTime()) break
    keys.delete(oldest)
  }
}

/** @returns the key for one more Connection, where there was room for it a moment ago */
export function takeKey(
  { database }: Pick<Journal, 'database'>,
  { user_id }: Owner,
  now: Date,
): Known | undefined {
  const key = known.get(database)?.get(user_id)
  if (!key || key.until <= now.getTime() || key.room <= 0) return undefined
  key.room -= 1
  return key
}
