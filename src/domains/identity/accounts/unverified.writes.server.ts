import type { Database } from '../../../platform/database/pool.server.ts'
import { deleteIdentityData } from '../identity.personal-data.server.ts'
import { emailKey } from '../identity.rules.ts'
import { isUnverified } from './unverified.rules.ts'

/**
 * Somebody shows that an address is theirs: what another signed up with it, and never confirmed, is erased with all that hangs
 * on it. Joined to theirs it would give them a password, or words about them, of whoever waited for them.
 *
 * @param transaction the one that gives the address to its owner, so that neither happens without the other
 * @returns whether there was one; false too when it was confirmed a moment ago, and so stays
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
  // No letter: whoever reads that mailbox is coming in.
  return deleteIdentityData(transaction, holder.id, { actor: 'address_owner', now, mails: false })
}
