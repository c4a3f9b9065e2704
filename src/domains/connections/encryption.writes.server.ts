import { type KeyObject, randomBytes } from 'node:crypto'
import { seal } from '../../platform/crypto.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import type { Owner } from '../../platform/owner.ts'
import { type EntryDocument, writeDocument } from './document/document.rules.ts'
import {
  dataKeyContext,
  type EncryptionContext,
  type Journal,
  readDataKey,
  type WrappedKey,
} from './encryption.reads.server.ts'

/** Returns the user's data key; concurrent first writes share one. */
export async function ensureDataKey(
  own: Database,
  journal: Pick<Journal, 'masterKey' | 'log'>,
  owner: Owner,
  wrappedKey?: WrappedKey,
): Promise<KeyObject | 'undecryptable'> {
  const existing = await readDataKey(own, journal, owner, wrappedKey)
  if (existing !== 'none') return existing
  const { id: key_id } = journal.masterKey
  const { user_id } = owner
  const wrapped = seal(journal.masterKey, randomBytes(32).toString('base64'), dataKeyContext(user_id, key_id))
  await own
    .insertInto('data_keys')
    .values({ user_id, key_id, wrapped })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  const created = await readDataKey(own, journal, owner)
  return created === 'none' ? 'undecryptable' : created
}

/** Encrypts a document, in the newest version. */
export const encryptDocument = (
  key: KeyObject,
  document: EntryDocument,
  context: EncryptionContext,
): Buffer => seal(key, writeDocument(document), context)
