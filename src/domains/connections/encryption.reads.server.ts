import { createSecretKey, type KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type MasterKey, unseal } from '../../platform/crypto.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import { type Log, loggable } from '../../platform/log.server.ts'
import type { Owner } from '../../platform/owner.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Writing } from './entries.contract.ts'

/** What reading and writing Connections stands on. */
export type Journal = Pick<Platform, 'database' | 'masterKey' | 'clock' | 'log'>

/** Where a sealed text stands: authenticated with it, so that it opens in no other place and as no other version. */
export type EncryptionContext = readonly [
  table: 'journal_entries' | 'journal_drafts',
  user_id: string,
  ...string[],
]

export const entryContext = (entry: { user_id: string; id: string; revision: number }): EncryptionContext => [
  'journal_entries',
  entry.user_id,
  'sealed',
  entry.id,
  String(entry.revision),
]

/** Where a data key stands. */
export const dataKeyContext = (user_id: string, key_id: string): string[] => ['data_keys', user_id, key_id]

/** A person's row of `data_keys`, where a statement that asked for something else has joined it: it saves a look. */
export type WrappedKey = { key_id?: string | null; wrapped?: Buffer | null }

/** What is opened, sealed and opened again in one transaction takes one look for the key. */
const held = new WeakMap<Database, KeyObject>()

/**
 * The key that a person's Connections are sealed with, the same throughout a transaction.
 *
 * @param own the person's own transaction
 * @param joined its row, where it came along within this transaction
 * @returns `none` when nothing was ever sealed for them; `locked` when the key does not open with our master key, or is gone
 *   while there is something that it sealed: then nothing may be written either, because a new key would hide what is lost
 */
export async function readDataKey(
  own: Database,
  { masterKey, log }: Pick<Journal, 'masterKey' | 'log'>,
  { user_id }: Owner,
  { key_id, wrapped }: WrappedKey = {},
): Promise<KeyObject | 'none' | 'locked'> {
  const known = held.get(own)
  if (known) return known
  const row = key_id && wrapped ? { key_id, wrapped } : await findKey(own, user_id)
  if (row) return hold(own, unwrap(row, masterKey, user_id, log))
  const sealed = await own
    .selectFrom('journal_entries')
    .select('id')
    .where('user_id', '=', user_id)
    .unionAll(own.selectFrom('journal_drafts').select('id').where('user_id', '=', user_id))
    .limit(1)
    .executeTakeFirst()
  if (!sealed) return 'none'
  // Both may have come between the two looks, when somebody writes their first from two pages.
  const late = await findKey(own, user_id)
  if (late) return hold(own, unwrap(late, masterKey, user_id, log))
  log.error('a data key is gone: put its row back from the copy of the keys', { row: sealed.id })
  return 'locked'
}

function hold(own: Database, key: KeyObject | 'locked') {
  // Outlives no transaction, and so nobody's session.
  if (key !== 'locked' && own.isTransaction) held.set(own, key)
  return key
}

const findKey = (own: Database, user_id: string) =>
  own.selectFrom('data_keys').select(['key_id', 'wrapped']).where('user_id', '=', user_id).executeTakeFirst()

/** @param row the person's of `data_keys` @returns `locked` when our master key does not open it, which is logged */
function unwrap(row: WrappedRow, masterKey: MasterKey, user_id: string, log: Log): KeyObject | 'locked' {
  const keys = cacheOf(masterKey)
  const before = keys.get(user_id)
  if (before?.key_id === row.key_id && before.wrapped.equals(row.wrapped)) return before.key
  try {
    const key = createSecretKey(unseal(masterKey, row.wrapped, dataKeyContext(user_id, row.key_id)), 'base64')
    keys.set(user_id, { ...row, key })
    return key
  } catch (thrown) {
    const told = row.key_id === masterKey.id ? '' : ': it was wrapped by another master key'
    log.error(`a data key does not open${told}`, { error: loggable(thrown) })
    return 'locked'
  }
}

type WrappedRow = { readonly key_id: string; readonly wrapped: Buffer }

/**
 * Decrypted data keys by user, for a minute. Beside the master key, which opens them all, it gives nobody more; the row is read
 * each time, so a key that was replaced or deleted opens nothing.
 */
const cachedKeys = new WeakMap<MasterKey, LRUCache<string, WrappedRow & { readonly key: KeyObject }>>()

function cacheOf(masterKey: MasterKey) {
  const keys = cachedKeys.get(masterKey) ?? new LRUCache({ max: 1_000, ttl: 60_000, ttlAutopurge: true })
  cachedKeys.set(masterKey, keys)
  return keys
}

/**
 * @returns what was sealed; undefined when it does not open here, which is logged: somebody changed or moved the row
 */
export function decryptContent<Text extends Writing>(
  key: KeyObject,
  sealed: Buffer,
  place: EncryptionContext,
  log: Log,
): Text | undefined {
  try {
    return JSON.parse(unseal(key, sealed, place)) as Text
  } catch (thrown) {
    log.error(`a row of ${place[0]} does not open`, { row: place[3] ?? '', error: loggable(thrown) })
    return undefined
  }
}
