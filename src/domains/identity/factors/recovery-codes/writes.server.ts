import { randomInt } from 'node:crypto'
import { keyedHash, keyedHashes, type MasterKey } from '../../../../platform/crypto.server.ts'
import type { Database } from '../../../../platform/database/pool.server.ts'
import { tellOwner } from '../../mail/access/writes.server.ts'
import {
  formatRecoveryCode,
  recoveryAlphabet,
  recoveryCodeOf,
  recoveryCount,
  recoveryLength,
} from '../rules.ts'
import { lockUser } from '../writes.server.ts'

/**
 * Codes for the day when the phone is gone, in place of all earlier ones. They are shown once; the database keeps hashes.
 *
 * @param auth acting as `unfog_auth`
 * @returns ten, as `k7f3-9q2m-x8ht`
 */
export async function newRecoveryCodes(
  auth: Database,
  masterKey: MasterKey,
  user_id: string,
  now: Date,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCount }, newCode)
  await auth.transaction().execute(async (transaction) => {
    await lockUser(transaction, user_id)
    const { numDeletedRows } = await transaction
      .deleteFrom('auth.recovery_codes')
      .where('user_id', '=', user_id)
      .executeTakeFirst()
    // The first ones come with a second step, which was told of.
    if (numDeletedRows > 0n) await tellOwner(transaction, user_id, now)
    await transaction
      .insertInto('auth.recovery_codes')
      .values(codes.map((code) => ({ user_id, code_hash: keyedHash(masterKey, hashedText(user_id, code)) })))
      .execute()
  })
  return codes.map(formatRecoveryCode)
}

/**
 * Takes a recovery code, each once: found and used up in one statement. Counting wrong ones is the caller's business.
 *
 * @param typed in whatever case, with hyphens, spaces or neither
 * @returns whether it was one of this person's
 */
export async function redeemRecoveryCode(
  auth: Database,
  masterKey: MasterKey,
  user_id: string,
  typed: string,
  now: Date,
): Promise<boolean> {
  const code = recoveryCodeOf(typed)
  if (!code) return false
  const used = await auth
    .updateTable('auth.recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', user_id)
    .where('code_hash', 'in', keyedHashes(masterKey, hashedText(user_id, code)))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

/** @returns whether there were any; their owner is told, as of each change of how the account opens */
export function eraseRecoveryCodes(auth: Database, user_id: string, now: Date): Promise<boolean> {
  return auth.transaction().execute(async (transaction) => {
    await lockUser(transaction, user_id)
    const { numDeletedRows } = await transaction
      .deleteFrom('auth.recovery_codes')
      .where('user_id', '=', user_id)
      .executeTakeFirst()
    if (numDeletedRows > 0n) await tellOwner(transaction, user_id, now)
    return numDeletedRows > 0n
  })
}

const newCode = () =>
  Array.from({ length: recoveryLength }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join('')

/** Keyed: 59 bits could be tried out by whoever stole the database, but not without the master key, which is not in it. */
const hashedText = (user_id: string, code: string) => `auth.recovery_codes\0${user_id}\0${code}`
