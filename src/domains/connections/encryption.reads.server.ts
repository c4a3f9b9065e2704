import { createSecretKey, type KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type MasterKey, unseal } from '../../platform/crypto.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import { type Log, loggable } from '../../platform/log.server.ts'
import type { Owner } from '../../platform/owner.ts'
import type { Platform } from '../../platform/platform.ts'
import { type EntryDocument, readDocument } from './document/document.rules.ts'
import type { Locked, LockTable } from './lock/lock.contract.ts'

export type Journal = Pick<Platform, 'database' | 'masterKey' | 'clock' | 'log'>

/** Additional authenticated data: binds a ciphertext to its row and revision. */
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

export const dataKeyContext = (user_id: string, key_id: string): string[] => ['data_keys', user_id, key_id]

/** A row of `data_keys`, joined by another query. */
export type WrappedKey = { key_id?: string | null; wrapped?: Buffer | null }

/** One key query per transaction. */
const transactionKeys = new WeakMap<Database, KeyObject>()

/**
 * Reads a user's data key. Missing with rows that it encrypts is `undecryptable`: a new key would hide the loss. Locked rows need none
 * (docs/decisions/042).
 */
export async function readDataKey(
  own: Database,
  { masterKey, log }: Pick<Journal, 'masterKey' | 'log'>,
  { user_id }: Owner,
  { key_id, wrapped }: WrappedKey = {},
): Promise<KeyObject | 'none' | 'undecryptable'> {
  const cached = transactionKeys.get(own)
  if (cached) return cached
  const row = key_id && wrapped ? { key_id, wrapped } : await readKeyRow(own, user_id)
  if (row) return cacheForTransaction(own, unwrapDataKey(row, masterKey, user_id, log))
  const rowsOf = (table: LockTable) =>
    own.selectFrom(table).select('id').where('user_id', '=', user_id).where('lock_id', 'is', null)
  const encryptedRow = await rowsOf('journal_entries')
    .unionAll(rowsOf('journal_drafts'))
    .unionAll(rowsOf('deleted_entries'))
    .unionAll(rowsOf('entry_versions'))
    .limit(1)
    .executeTakeFirst()
  if (!encryptedRow) return 'none'
  // Another page may have written the first entry meanwhile.
  const retried = await readKeyRow(own, user_id)
  if (retried) return cacheForTransaction(own, unwrapDataKey(retried, masterKey, user_id, log))
  log.error('a data key is gone: put its row back from the copy of the keys', { row: encryptedRow.id })
  return 'undecryptable'
}

function cacheForTransaction(own: Database, key: KeyObject | 'undecryptable') {
  // Dropped with the transaction.
  if (key !== 'undecryptable' && own.isTransaction) transactionKeys.set(own, key)
  return key
}

const readKeyRow = (own: Database, user_id: string) =>
  own.selectFrom('data_keys').select(['key_id', 'wrapped']).where('user_id', '=', user_id).executeTakeFirst()

function unwrapDataKey(
  row: WrappedRow,
  masterKey: MasterKey,
  user_id: string,
  log: Log,
): KeyObject | 'undecryptable' {
  const keys = keyCache(masterKey)
  const cached = keys.get(user_id)
  if (cached?.key_id === row.key_id && cached.wrapped.equals(row.wrapped)) return cached.key
  try {
    const key = createSecretKey(unseal(masterKey, row.wrapped, dataKeyContext(user_id, row.key_id)), 'base64')
    keys.set(user_id, { ...row, key })
    return key
  } catch (thrown) {
    const hint = row.key_id === masterKey.id ? '' : ': it was wrapped by another master key'
    log.error(`a data key does not open${hint}`, { error: loggable(thrown) })
    return 'undecryptable'
  }
}

type WrappedRow = { readonly key_id: string; readonly wrapped: Buffer }

/** Caches keys for a minute. The row is read each time, so a replaced or deleted key takes effect at once. */
const keyCaches = new WeakMap<MasterKey, LRUCache<string, WrappedRow & { readonly key: KeyObject }>>()

function keyCache(masterKey: MasterKey) {
  const keys = keyCaches.get(masterKey) ?? new LRUCache({ max: 1_000, ttl: 60_000, ttlAutopurge: true })
  keyCaches.set(masterKey, keys)
  return keys
}

/** Returns the first row, or undefined when undecryptable or locked. */
export function firstDecrypted<Row extends { content: string | null }>(rows: Row[] | 'undecryptable') {
  const [row] = rows === 'undecryptable' ? [] : rows
  return row && row.content !== null ? { ...row, content: row.content } : undefined
}

/** Returns the first row, or undefined when undecryptable. A locked one only opens in the browser. */
export function firstReadable<Row extends { content: string | null; locked?: Locked | undefined }>(
  rows: Row[] | 'undecryptable',
): Row | undefined {
  const [row] = rows === 'undecryptable' ? [] : rows
  return row && (row.content !== null || row.locked) ? row : undefined
}

/** Returns undefined, and logs it, when the row was changed or moved. */
export function decryptDocument<Document extends EntryDocument>(
  key: KeyObject,
  ciphertext: Buffer,
  context: EncryptionContext,
  log: Log,
): Document | undefined {
  try {
    return readDocument(unseal(key, ciphertext, context)) as Document
  } catch (thrown) {
    log.error(`a row of ${context[0]} does not open`, { row: context[3] ?? '', error: loggable(thrown) })
    return undefined
  }
}
