import type { Database } from '../../../platform/database/pool.server.ts'
import { deleteIdentityData } from '../identity.personal-data.server.ts'
import { emailKey } from '../identity.rules.ts'
import { isUnverified } from './unverified.rules.ts'

/**
 * Deletes an unverified account when someone else verifies its address. Merging the two would give the owner a password or
 * metadata of the person who squatted the address.
 *
 * @param transaction the one that assigns the address, so that both commit or neither
 * @returns whether one was deleted; false if it has just been verified
 */
export async function deleteUnverifiedHolder(
  transaction: Database,
  email: string,
  now: Date,
): Promise<boolean> {
  const holder = await transaction
    .selectFrom('auth.users')
    .select(['id', 'email_confirmed_at', 'status'])
    .where('email_key', '=', emailKey(email))
    .forUpdate()
    .executeTakeFirst()
  if (!holder || !isUnverified(holder)) return false
  // No email: the mailbox's owner is the one signing in.
  return deleteIdentityData(transaction, holder.id, { actor: 'address_owner', now, mails: false })
}
