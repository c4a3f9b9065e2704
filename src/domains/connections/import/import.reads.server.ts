import { withOwner } from '../../../platform/database/with-owner.server.ts'
import type { Owner } from '../../../platform/owner.ts'
import { type Journal, readDataKey } from '../encryption.reads.server.ts'
import { notSetAside } from '../lock/locks.reads.server.ts'
import type { ExistingIds } from './import.contract.ts'

/** Lists the ids of all Connections that are shown and of the trash. `undecryptable`: nothing could be saved either. */
export function listExistingIds(
  journal: Journal,
  owner: Owner,
): Promise<({ outcome: 'listed' } & ExistingIds) | { outcome: 'undecryptable' }> {
  return withOwner(journal.database, owner, async (own) => {
    if ((await readDataKey(own, journal, owner)) === 'undecryptable') return { outcome: 'undecryptable' }
    const idsOf = async (table: 'journal_entries' | 'deleted_entries') => {
      const rows = await own
        .selectFrom(table)
        .select('id')
        .where('user_id', '=', owner.user_id)
        .where(notSetAside(owner.user_id))
        .execute()
      return rows.map(({ id }) => id)
    }
    return {
      outcome: 'listed',
      ids: await idsOf('journal_entries'),
      deleted_ids: await idsOf('deleted_entries'),
    }
  })
}
