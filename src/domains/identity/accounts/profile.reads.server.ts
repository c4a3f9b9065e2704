import type { Database } from '../../../platform/database/pool.server.ts'
import { withOwner } from '../../../platform/database/with-owner.server.ts'
import type { Owner } from '../../../platform/owner.ts'
import type { Profile } from './profile.contract.ts'

/** Reads a user's names. */
export async function readProfile(app: Database, owner: Owner): Promise<Profile> {
  const row = await withOwner(app, owner, (transaction) =>
    transaction
      .selectFrom('profiles')
      .select(['id', 'username', 'first_name'])
      .where('id', '=', owner.user_id)
      .executeTakeFirst(),
  )
  return row ?? { id: owner.user_id, username: null, first_name: null }
}
