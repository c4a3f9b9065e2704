import type { Database } from '../../../platform/database/pool.server.ts'
import { deleteIdentityData } from '../identity.personal-data.server.ts'
import { emailKey } from '../identity.rules.ts'
import { isUnverified } from './unverified.rules.ts'

/**
 * Deletes an unverified account when someone else verifies its address. Merging would give the owner the
 * squatter's password or metadata.
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
  // The mailbox's owner is signing in.
  return deleteIdentityData(transaction, holder.id, { actor: 'address_owner', now, mails: false })
}
