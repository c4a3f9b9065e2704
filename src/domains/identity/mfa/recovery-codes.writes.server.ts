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

/** Replaces a user's recovery codes. The database stores hashes only. */
export async function createRecoveryCodes(
  auth: Database,
  masterKey: MasterKey,
  user_id: string,
  now: Date,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCount }, generateCode)
  // One salt for all, so that an entered code is hashed once.
  const salt = randomBytes(saltBytes)
  const hashes = await Promise.all(
    codes.map((code) => saltAndHash(keyedHash(masterKey, hashInput(user_id, code)), salt)),
  )
  await auth.transaction().execute(async (transaction) => {
    // The first codes come with a second factor's notice.
    await deleteCodes(transaction, user_id, now)
    await transaction
      .insertInto('auth.recovery_codes')
      .values(hashes.map((code_hash) => ({ user_id, code_hash })))
      .execute()
  })
  return codes.map(formatRecoveryCode)
}

/** Consumes a recovery code, once; returns whether it was valid. The caller counts wrong ones. */
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

/** Deletes all codes; returns whether there were any. */
export const deleteRecoveryCodes = (auth: Database, user_id: string, now: Date): Promise<boolean> =>
  auth.transaction().execute((transaction) => deleteCodes(transaction, user_id, now))

async function deleteCodes(transaction: Database, user_id: string, now: Date): Promise<boolean> {
  await lockUser(transaction, user_id)
  const { numDeletedRows } = await transaction
    .deleteFrom('auth.recovery_codes')
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await sendSecurityNotice(transaction, user_id, now)
  return numDeletedRows > 0n
}

const generateCode = () =>
  Array.from({ length: recoveryLength }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join('')

/** Slow-hashes up to 100 older codes; returns how many. */
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

/** Empty for a code without a slow hash. */
const saltOf = (code_hash: Buffer) => code_hash.subarray(0, code_hash.length - keyedBytes)

const saltAndHash = async (keyed: Buffer, salt: Buffer): Promise<Buffer> =>
  salt.length === 0 ? keyed : Buffer.concat([salt, await slowHash(keyed, salt)])

/** Keyed with the master key: 59 bits alone could be brute-forced from a stolen database. */
const hashInput = (user_id: string, code: string) => `auth.recovery_codes\0${user_id}\0${code}`
