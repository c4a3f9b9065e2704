import { randomBytes, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { keyedHash, keyedHashes, type MasterKey } from '../../../platform/crypto.server.ts'
import type { Database } from '../../../platform/database/pool.server.ts'
import { slowHash } from '../../../platform/passwords/password-hashing.server.ts'
import { sendSecurityNotice } from '../messages/security-notice.writes.server.ts'
import {
  formatRecoveryCode,
  recoveryAlphabet,
  recoveryCodeOf,
  recoveryCount,
  recoveryLength,
} from './factors.rules.ts'
import { lockUser } from './factors.writes.server.ts'

/**
 * Codes for the day when the phone is gone, in place of all earlier ones. They are shown once; the database keeps hashes.
 *
 * @param auth acting as `unfog_auth`
 * @returns ten, as `k7f3-9q2m-x8ht`
 */
export async function createRecoveryCodes(
  auth: Database,
  masterKey: MasterKey,
  user_id: string,
  now: Date,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCount }, generateCode)
  // One salt for all of them, so that a typed code is hashed once and not ten times.
  const salt = randomBytes(saltBytes)
  const hashes = await Promise.all(
    codes.map((code) => saltAndHash(keyedHash(masterKey, hashInput(user_id, code)), salt)),
  )
  await auth.transaction().execute(async (transaction) => {
    await lockUser(transaction, user_id)
    const { numDeletedRows } = await transaction
      .deleteFrom('auth.recovery_codes')
      .where('user_id', '=', user_id)
      .executeTakeFirst()
    // The first ones come with a second step, which was told of.
    if (numDeletedRows > 0n) await sendSecurityNotice(transaction, user_id, now)
    await transaction
      .insertInto('auth.recovery_codes')
      .values(hashes.map((code_hash) => ({ user_id, code_hash })))
      .execute()
  })
  return codes.map(formatRecoveryCode)
}

/**
 * Takes a recovery code, each once: found and used up in one statement. Counting wrong ones is the caller's business.
 *
 * @param input in whatever case, with hyphens, spaces or neither
 * @returns whether it was one of this person's
 */
export async function redeemRecoveryCode(
  auth: Database,
  masterKey: MasterKey,
  user_id: string,
  input: string,
  now: Date,
): Promise<boolean> {
  const code = recoveryCodeOf(input)
  if (!code) return false
  const unused = await auth
    .selectFrom('auth.recovery_codes')
    .select('code_hash')
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .execute()
  const salts = new Set(unused.map(({ code_hash }) => saltOf(code_hash).toString('hex')))
  const keyed = keyedHashes(masterKey, hashInput(user_id, code))
  const candidates = await Promise.all(
    [...salts].flatMap((salt) => keyed.map((hash) => saltAndHash(hash, Buffer.from(salt, 'hex')))),
  )
  if (candidates.length === 0) return false
  const used = await auth
    .updateTable('auth.recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', user_id)
    .where('code_hash', 'in', candidates)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

/** @returns whether there were any; their owner is told, as of each change of how the account opens */
export function deleteRecoveryCodes(auth: Database, user_id: string, now: Date): Promise<boolean> {
  return auth.transaction().execute(async (transaction) => {
    await lockUser(transaction, user_id)
    const { numDeletedRows } = await transaction
      .deleteFrom('auth.recovery_codes')
      .where('user_id', '=', user_id)
      .executeTakeFirst()
    if (numDeletedRows > 0n) await sendSecurityNotice(transaction, user_id, now)
    return numDeletedRows > 0n
  })
}

const generateCode = () =>
  Array.from({ length: recoveryLength }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join('')

/**
 * Hashes a few of the codes that were made before codes were hashed slowly. Neither the code nor the master key is needed for it.
 *
 * @returns how many
 */
export async function strengthenRecoveryCodes(auth: Database): Promise<number> {
  const outdated = await auth
    .selectFrom('auth.recovery_codes')
    .select(['user_id', 'code_hash'])
    .where(sql<number>`length(code_hash)`, '=', keyedBytes)
    .limit(100)
    .execute()
  const salts = new Map(outdated.map(({ user_id }) => [user_id, randomBytes(saltBytes)]))
  for (const { user_id, code_hash } of outdated) {
    await auth
      .updateTable('auth.recovery_codes')
      .set({ code_hash: await saltAndHash(code_hash, salts.get(user_id) ?? randomBytes(saltBytes)) })
      .where('user_id', '=', user_id)
      .where('code_hash', '=', code_hash)
      .execute()
  }
  return outdated.length
}

const saltBytes = 16
const keyedBytes = 32

/** @returns nothing for a code that was made before codes were hashed slowly */
const saltOf = (code_hash: Buffer) => code_hash.subarray(0, code_hash.length - keyedBytes)

/** @param salt empty for a code that was made before codes were hashed slowly @returns what the database holds */
const saltAndHash = async (keyed: Buffer, salt: Buffer): Promise<Buffer> =>
  salt.length === 0 ? keyed : Buffer.concat([salt, await slowHash(keyed, salt)])

/** Keyed: 59 bits could be tried out by whoever stole the database, but not without the master key, which is not in it. */
const hashInput = (user_id: string, code: string) => `auth.recovery_codes\0${user_id}\0${code}`
