import { type Selectable, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Database } from '../../../platform/database/pool.server.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { withOwner } from '../../../platform/database/with-owner.server.ts'
import type { Owner } from '../../../platform/owner.ts'
import type { EntryDocument } from '../document/document.rules.ts'
import { type EncryptionContext, firstReadable, type Journal } from '../encryption.reads.server.ts'
import { decryptRows, toFields } from '../entries.reads.server.ts'
import { notSetAside } from '../lock/locks.reads.server.ts'
import type { Draft } from './drafts.contract.ts'

type Row = Selectable<Tables['journal_drafts']>

export type DraftDocument = EntryDocument & Pick<Draft, 'entry_revision' | 'writer' | 'sequence'>

/** Older drafts appear as these go. */
const listLimit = 50

/** Includes `created_at`: a draft started again restarts at revision 1. */
export const draftContext = (
  draft: Pick<Row, 'user_id' | 'id' | 'created_at' | 'revision'>,
): EncryptionContext => [
  'journal_drafts',
  draft.user_id,
  'sealed',
  draft.id,
  draft.created_at.toISOString(),
  String(draft.revision),
]

/** Lists the latest drafts; a single undecryptable row has null content. */
export async function listDrafts(
  journal: Journal,
  owner: Owner,
): Promise<{ outcome: 'listed'; drafts: Draft[] } | { outcome: 'undecryptable' }> {
  return withOwner(journal.database, owner, async (own) => {
    const rows = await own
      .selectFrom('journal_drafts')
      .selectAll()
      .where('user_id', '=', owner.user_id)
      .where(notSetAside(owner.user_id))
      .orderBy('updated_at', 'desc')
      .orderBy('id')
      .limit(listLimit)
      .execute()
    const drafts = await decryptDrafts(own, journal, owner, rows)
    return drafts === 'undecryptable' ? { outcome: 'undecryptable' } : { outcome: 'listed', drafts }
  })
}

/** Counts the drafts that are shown, including undecryptable ones. */
export const countDrafts = (database: Database, owner: Owner): Promise<number> =>
  withOwner(database, owner, (own) => countOwnDrafts(own, owner, 'shown'))

/** As `countDrafts`, in a transaction. `all`: also of a set-aside lock. */
export async function countOwnDrafts(
  own: Database,
  { user_id }: Owner,
  which: 'shown' | 'all',
): Promise<number> {
  const { count } = await own
    .selectFrom('journal_drafts')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', user_id)
    .$if(which === 'shown', (drafts) => drafts.where(notSetAside(user_id)))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Reads a draft; another user's is `not_found`. */
export async function readDraft(
  journal: Journal,
  owner: Owner,
  id: string,
): Promise<{ outcome: 'found'; draft: Draft } | { outcome: 'not_found' | 'undecryptable' }> {
  return withOwner(journal.database, owner, async (own) => {
    const row = isUuid(id) ? await findDraft(own, owner, id) : undefined
    if (!row || row.hidden) return { outcome: 'not_found' }
    const draft = firstReadable(await decryptDrafts(own, journal, owner, [row]))
    return draft ? { outcome: 'found', draft } : { outcome: 'undecryptable' }
  })
}

/** Finds a draft; `hidden`: of a set-aside lock, and not to be shown or changed. */
export const findDraft = (own: Database, { user_id }: Owner, id: string) =>
  own
    .selectFrom('journal_drafts')
    .selectAll()
    .select(sql<boolean>`not ${notSetAside(user_id)}`.as('hidden'))
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst()

/** Decrypts drafts; an undecryptable one has null content, and a locked one `locked`. */
export async function decryptDrafts(
  own: Database,
  journal: Journal,
  owner: Owner,
  rows: Row[],
): Promise<Draft[] | 'undecryptable'> {
  const decrypted = await decryptRows<Row, DraftDocument>(own, journal, owner, rows, draftContext)
  if (decrypted === 'undecryptable') return decrypted
  return decrypted.map(({ row, times, document, ...rest }) => {
    const { user_id, id, revision } = row
    // A locked one has its `entry_revision` in the envelope.
    const { entry_revision = null, writer = row.writer, sequence = row.sequence ?? 0 } = document ?? {}
    const fields = toFields({ document, ...rest })
    return { id, user_id, ...fields, entry_revision, writer, sequence, revision, ...times }
  })
}

/** Reads what a draft holds, with fields of a newer version. Undefined: locked, or undecryptable. */
export async function readDraftDocument(own: Database, journal: Journal, owner: Owner, row: Row) {
  const decrypted = await decryptRows<Row, DraftDocument>(own, journal, owner, [row], draftContext)
  return decrypted === 'undecryptable' ? undefined : decrypted[0]?.document
}
