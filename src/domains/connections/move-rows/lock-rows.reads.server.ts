import { type SqlBool, sql } from 'kysely'
import { unseal } from '../../../platform/crypto.server.ts'
import type { Database } from '../../../platform/database/pool.server.ts'
import { withOwner } from '../../../platform/database/with-owner.server.ts'
import { loggable } from '../../../platform/log.server.ts'
import type { Owner } from '../../../platform/owner.ts'
import { readDocument, writeDocument } from '../document/document.rules.ts'
import { draftContext } from '../drafts/drafts.reads.server.ts'
import { entryContext, type Journal, readDataKey } from '../encryption.reads.server.ts'
import { type LockRow, type LockRows, type LockTable, lockTables } from '../lock/lock.contract.ts'
import { findLock } from '../lock/locks.reads.server.ts'
import { moveLimits } from '../lock/locks.rules.ts'

type StoredRow = {
  place: number
  id: string
  revision: number
  sealed: Buffer
  created_at: Date
  updated_at: Date
  writer: string | null
  sequence: number | null
  more: boolean
}

export type LockRowsOutcome = ({ outcome: 'listed' } & LockRows) | { outcome: 'not_found' | 'undecryptable' }

/**
 * Lists the rows of a lock, or those of the server's key, in a fixed order, as many as fit a page. Rows that were tampered with are left out:
 * they stay as they are. `undecryptable`: the operator must restore the user's key.
 *
 * @param after `next` of the page before
 */
export function listLockRows(
  journal: Journal,
  owner: Owner,
  from: string | null,
  after?: string,
): Promise<LockRowsOutcome> {
  return withOwner(journal.database, owner, async (own) => {
    if (from !== null && !(await findLock(own, owner, from))) return { outcome: 'not_found' }
    const stored = await readPage(own, owner, from, after)
    const rows = from === null ? await decryptAll(own, journal, owner, stored) : stored.map(toLockedRow(from))
    if (rows === 'undecryptable') return { outcome: rows }
    const last = stored.at(-1)
    return { outcome: 'listed', rows, next: last?.more ? `${last.place}.${last.id}.${last.revision}` : null }
  })
}

/** Whether the server can decrypt any row that it encrypted: the rest can only stay. */
export async function opensAny(
  own: Database,
  journal: Journal,
  owner: Owner,
): Promise<boolean | 'undecryptable'> {
  let after: string | undefined
  do {
    const stored = await readPage(own, owner, null, after)
    const rows = await decryptAll(own, journal, owner, stored)
    if (rows === 'undecryptable') return rows
    if (rows.length > 0) return true
    const last = stored.at(-1)
    after = last?.more ? `${last.place}.${last.id}.${last.revision}` : undefined
  } while (after)
  return false
}

/** At least one row, however long. */
async function readPage(own: Database, { user_id }: Owner, from: string | null, after?: string) {
  const [place = '-1', id = '', revision = '0'] = after?.split('.') ?? []
  const rowsOf = (table: LockTable, index: number) => sql`
    select ${sql.lit(index)}::int as place, id, revision, sealed, updated_at,
      ${table === 'entry_versions' ? sql`updated_at` : sql`created_at`} as created_at,
      ${table === 'journal_drafts' ? sql`writer, sequence` : sql`null::uuid as writer, null::int as sequence`}
      from ${sql.table(table)} where user_id = ${user_id} and lock_id is not distinct from ${from}::uuid
       and ${
         index < Number(place)
           ? sql<SqlBool>`false`
           : index > Number(place)
             ? sql<SqlBool>`true`
             : sql<SqlBool>`(id, revision) > (${id}::uuid, ${Number(revision)}::int)`
       }`
  const { rows } = await sql<StoredRow>`
    select place, id, revision, sealed, created_at, updated_at, writer, sequence, total > position as more from (
      select *, sum(octet_length(sealed)) over (order by place, id, revision) as bytes,
        row_number() over (order by place, id, revision) as position, count(*) over () as total
        from (${sql.join(lockTables.map(rowsOf), sql` union all `)}
          order by place, id, revision limit ${moveLimits.rows + 1}) as candidates) as measured
     where position = 1 or (position <= ${moveLimits.rows} and bytes <= ${moveLimits.bytes})
     order by place, id, revision`.execute(own)
  return rows
}

const toRow = (row: StoredRow) => ({
  table: lockTables[row.place] as LockTable,
  ...{ id: row.id, revision: row.revision },
  ...{ created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() },
})

const toLockedRow =
  (lock_id: string) =>
  (row: StoredRow): LockRow => ({
    ...toRow(row),
    ...{ document: null, locked: { lock_id, data: row.sealed.toString('base64') } },
    ...{ writer: row.writer, sequence: row.sequence },
  })

async function decryptAll(own: Database, journal: Journal, owner: Owner, rows: StoredRow[]) {
  const key = rows.length === 0 ? 'none' : await readDataKey(own, journal, owner)
  if (key === 'none') return []
  if (key === 'undecryptable') return key
  return rows.flatMap((row): LockRow[] => {
    const rowKey = { ...row, user_id: owner.user_id }
    const context = lockTables[row.place] === 'journal_drafts' ? draftContext(rowKey) : entryContext(rowKey)
    try {
      const document = writeDocument(readDocument(unseal(key, row.sealed, context)))
      return [{ ...toRow(row), document, locked: null, writer: null, sequence: null }]
    } catch (thrown) {
      journal.log.error('a row to lock does not open, and stays', { row: row.id, error: loggable(thrown) })
      return []
    }
  })
}
