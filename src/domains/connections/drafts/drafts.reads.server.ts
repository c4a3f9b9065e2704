import type { Selectable } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Database } from '../../../platform/database/pool.server.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { withOwner } from '../../../platform/database/with-owner.server.ts'
import type { Owner } from '../../../platform/owner.ts'
import type { EntryDocument } from '../document/document.rules.ts'
import { type EncryptionContext, firstDecrypted, type Journal } from '../encryption.reads.server.ts'
import { decryptRows, toFields } from '../entries.reads.server.ts'
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
      .orderBy('updated_at', 'desc')
      .orderBy('id')
      .limit(listLimit)
      .execute()
    const drafts = await decryptDrafts(own, journal, owner, rows)
    return drafts === 'undecryptable' ? { outcome: 'undecryptable' } : { outcome: 'listed', drafts }
  })
}

/** Counts drafts, including undecryptable ones. */
export const countDrafts = (database: Database, owner: Owner): Promise<number> =>
  withOwner(database, owner, (own) => countOwnDrafts(own, owner))

/** As `countDrafts`, in a transaction. */
export async function countOwnDrafts(own: Database, { user_id }: Owner): Promise<number> {
  const { count } = await own
    .selectFrom('journal_drafts')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', user_id)
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
    if (!row) return { outcome: 'not_found' }
    const draft = firstDecrypted(await decryptDrafts(own, journal, owner, [row]))
    return draft ? { outcome: 'found', draft } : { outcome: 'undecryptable' }
  })
}

export const findDraft = (own: Database, { user_id }: Owner, id: string) =>
  own
    .selectFrom('journal_drafts')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst()

/** Decrypts drafts; an undecryptable one has null content. */
export async function decryptDrafts(
  own: Database,
  journal: Journal,
  owner: Owner,
  rows: Row[],
): Promise<Draft[] | 'undecryptable'> {
  const decrypted = await decryptRows<Row, DraftDocument>(own, journal, owner, rows, draftContext)
  if (decrypted === 'undecryptable') return decrypted
  return decrypted.map(({ row: { user_id, id, revision }, times, document, terms }) => {
    const { entry_revision = null, writer = null, sequence = 0 } = document ?? {}
    const fields = toFields({ document, terms })
    return { id, user_id, ...fields, entry_revision, writer, sequence, revision, ...times }
  })
}

/** Reads what a draft holds, with fields of a newer version. */
export async function readDraftDocument(own: Database, journal: Journal, owner: Owner, row: Row) {
  const decrypted = await decryptRows<Row, DraftDocument>(own, journal, owner, [row], draftContext)
  return decrypted === 'undecryptable' ? undefined : decrypted[0]?.document
}
