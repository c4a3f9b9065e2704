import { type Selectable, type SqlBool, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Database } from '../../../platform/database/pool.server.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { withOwner } from '../../../platform/database/with-owner.server.ts'
import type { Owner } from '../../../platform/owner.ts'
import type { EntryDocument } from '../document/document.rules.ts'
import { entryContext, type Journal } from '../encryption.reads.server.ts'
import { decryptRows, maxPageBytes, toFields } from '../entries.reads.server.ts'
import { notSetAside } from '../lock/locks.reads.server.ts'
import type { EntryVersion } from './versions.contract.ts'

export type VersionRow = Selectable<Tables['entry_versions']>

export type VersionsOutcome =
  | { outcome: 'listed'; versions: EntryVersion[]; next: number | null }
  | { outcome: 'not_found' | 'undecryptable' }
export type VersionOutcome =
  | { outcome: 'found'; version: EntryVersion }
  | { outcome: 'not_found' | 'undecryptable' }

/**
 * Lists earlier versions, newest first, as many as fit a page. `not_found`: the journal has no such Connection of this person.
 *
 * @param before `next` of the page before
 */
export function listVersions(
  journal: Journal,
  owner: Owner,
  id: string,
  before?: number,
): Promise<VersionsOutcome> {
  return withOwner(journal.database, owner, async (own) => {
    if (!(await isInJournal(own, owner, id))) return { outcome: 'not_found' }
    let query = versionsOf(own, owner, id)
    if (before !== undefined) query = query.where('revision', '<', before)
    const measured = query
      .selectAll()
      .select([
        sql<string>`sum(octet_length(sealed)) over ${newestFirst}`.as('bytes'),
        sql<string>`count(*) over () - row_number() over ${newestFirst}`.as('remaining'),
      ])
    const rows = await own
      .selectFrom(measured.as('measured'))
      .selectAll()
      .where(sql<SqlBool>`bytes <= ${maxPageBytes}`)
      .orderBy('revision', 'desc')
      .execute()
    const versions = await decryptVersions(own, journal, owner, rows)
    if (versions === 'undecryptable') return { outcome: 'undecryptable' }
    const last = rows.at(-1)
    return { outcome: 'listed', versions, next: last && Number(last.remaining) > 0 ? last.revision : null }
  })
}

/** Reads one earlier version. One that does not open is found, with null content. */
export function readVersion(
  journal: Journal,
  owner: Owner,
  id: string,
  revision: number,
): Promise<VersionOutcome> {
  return withOwner(journal.database, owner, async (own) => {
    if (!(await isInJournal(own, owner, id))) return { outcome: 'not_found' }
    const rows = await versionsOf(own, owner, id).selectAll().where('revision', '=', revision).execute()
    const versions = await decryptVersions(own, journal, owner, rows)
    if (versions === 'undecryptable') return { outcome: 'undecryptable' }
    const [version] = versions
    return version ? { outcome: 'found', version } : { outcome: 'not_found' }
  })
}

const newestFirst = sql`(order by revision desc rows unbounded preceding)`

/** Those of a Connection in the trash are its own, and not shown. */
const versionsOf = (own: Database, { user_id }: Owner, id: string) =>
  own
    .selectFrom('entry_versions')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(notSetAside(user_id))

/** Whether the journal, not the trash, has this Connection. */
export async function isInJournal(own: Database, { user_id }: Owner, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const query = own
    .selectFrom('journal_entries')
    .select('id')
    .where('user_id', '=', user_id)
    .where(notSetAside(user_id))
  return (await query.where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Decrypts versions; an undecryptable one has null content, and a locked one `locked`. */
export async function decryptVersions(
  own: Database,
  journal: Journal,
  owner: Owner,
  rows: VersionRow[],
): Promise<EntryVersion[] | 'undecryptable'> {
  const sealed = rows.map((row) => ({ ...row, created_at: row.updated_at }))
  const decrypted = await decryptRows<(typeof sealed)[number], EntryDocument>(
    own,
    journal,
    owner,
    sealed,
    entryContext,
  )
  if (decrypted === 'undecryptable') return 'undecryptable'
  return decrypted.map(({ row: { user_id, id, revision, replaced_at }, times, ...rest }) => ({
    ...{ user_id, id, revision, updated_at: times.updated_at },
    replaced_at: replaced_at.toISOString(),
    ...toFields(rest),
  }))
}
