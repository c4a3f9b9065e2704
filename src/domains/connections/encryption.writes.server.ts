import { type KeyObject, randomBytes } from 'node:crypto'
import { seal } from '../../platform/crypto.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import type { Owner } from '../../platform/owner.ts'
import {
  dataKeyContext,
  type EncryptionContext,
  type Journal,
  readDataKey,
  type WrappedKey,
} from './encryption.reads.server.ts'
import type { Writing } from './entries.contract.ts'

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
  const wrapped = seal(journal.masterKey, randomBytes(32).toString('base64'), dataKeyContext(user_id, key_id))
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
export const encryptContent = (key: KeyObject, writing: Writing, place: EncryptionContext): Buffer =>
  seal(key, JSON.stringify(writing), place)
