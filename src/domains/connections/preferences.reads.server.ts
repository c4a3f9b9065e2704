import type { Database } from '../../platform/database/pool.server.ts'
import { withOwner } from '../../platform/database/with-owner.server.ts'
import type { Owner } from '../../platform/owner.ts'
import type { JournalPreferences } from './preferences.contract.ts'

/** Reads what a user switched on for the journal. */
export async function readPreferences(app: Database, owner: Owner): Promise<JournalPreferences> {
  const row = await withOwner(app, owner, (own) =>
    own
      .selectFrom('profiles')
      .select(['journal_tagging', 'on_this_day'])
      .where('id', '=', owner.user_id)
      .executeTakeFirst(),
  )
  return row ?? { journal_tagging: false, on_this_day: false }
}
