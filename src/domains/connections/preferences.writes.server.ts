import type { Database } from '../../platform/database/pool.server.ts'
import { withOwner } from '../../platform/database/with-owner.server.ts'
import type { Owner } from '../../platform/owner.ts'
import type { JournalPreferences } from './preferences.contract.ts'

/** Switches parts of the journal on or off. It hides or shows; nothing that was written changes. */
export async function savePreferences(
  app: Database,
  owner: Owner,
  change: Partial<JournalPreferences>,
): Promise<void> {
  await withOwner(app, owner, (own) =>
    own
      .insertInto('profiles')
      .values({ id: owner.user_id, ...change })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
      .execute(),
  )
}
