import { withOwner } from '../../../platform/database/with-owner.server.ts'
import type { Owner } from '../../../platform/owner.ts'
import type { Journal } from '../encryption.reads.server.ts'
import { decryptEntries } from '../entries.reads.server.ts'
import { notSetAside } from '../lock/locks.reads.server.ts'
import type { DeletedEntry } from './trash.contract.ts'

/** The longest texts of a page are 12 MB. */
const pageSize = 20

type Cursor = Pick<DeletedEntry, 'deleted_at' | 'id'>

export type TrashOutcome =
  | { outcome: 'listed'; entries: DeletedEntry[]; next: Cursor | undefined }
  | { outcome: 'undecryptable' }

/** Lists deleted Connections, the last deleted first. @param after `next` of the page before */
export function listTrash(journal: Journal, owner: Owner, after?: Cursor): Promise<TrashOutcome> {
  return withOwner(journal.database, owner, async (own) => {
    let query = own
      .selectFrom('deleted_entries')
      .selectAll()
      .where('user_id', '=', owner.user_id)
      .where(notSetAside(owner.user_id))
    if (after)
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('deleted_at', 'id'), '<', tuple(new Date(after.deleted_at), after.id)),
      )
    const rows = await query
      .orderBy('deleted_at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize + 1)
      .execute()
    const shown = rows.slice(0, pageSize)
    const entries = await decryptEntries(own, journal, owner, shown)
    if (entries === 'undecryptable') return { outcome: 'undecryptable' }
    const deleted = entries.map((entry, index) => ({
      ...entry,
      deleted_at: (shown[index]?.deleted_at ?? new Date(0)).toISOString(),
    }))
    return { outcome: 'listed', entries: deleted, next: rows.length > pageSize ? deleted.at(-1) : undefined }
  })
}
