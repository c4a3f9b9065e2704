import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../platform/database/pool.server.ts'
import { deleteIdentityData } from '../identity.personal-data.server.ts'

/** Adds or updates an account's phone identity. */
export async function addPhoneIdentity(
  transaction: Database,
  user_id: string,
  phone: string,
  now: Date,
): Promise<void> {
  const identity_data = JSON.stringify({ sub: user_id, phone })
  await transaction
    .insertInto('auth.identities')
    .values({
      ...{ id: uuidv7(), user_id, provider: 'phone', provider_id: user_id, identity_data },
      last_sign_in_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'provider_id', 'issuer'])
        .doUpdateSet({ identity_data, last_sign_in_at: now, updated_at: now }),
    )
    .execute()
}

/** Like `deleteUnverifiedHolder`, for a number. */
export async function deleteUnverifiedPhoneHolder(
  transaction: Database,
  phone: string,
  except: string,
  now: Date,
): Promise<void> {
  const holder = await transaction
    .selectFrom('auth.users')
    .select('id')
    .where('phone', '=', phone)
    .where('id', '!=', except)
    .where('phone_confirmed_at', 'is', null)
    .where('email', 'is', null)
    .where('status', '=', 'active')
    .forUpdate()
    .executeTakeFirst()
  if (holder) await deleteIdentityData(transaction, holder.id, { actor: 'address_owner', now, mails: false })
}
