import type { Selectable } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Database } from '../../platform/database/pool.server.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { withOwner } from '../../platform/database/with-owner.server.ts'
import type { Owner } from '../../platform/owner.ts'
import { readTermsById } from '../glossary/terms.reads.server.ts'
import type { Draft } from './drafts.contract.ts'
import {
  decryptContent,
  type EncryptionContext,
  type Journal,
  readDataKey,
} from './encryption.reads.server.ts'
import type { Writing } from './entries.contract.ts'
import { termOf } from './entries.reads.server.ts'

type Row = Selectable<Tables['journal_drafts']>

/** What is sealed of a draft. */
type DraftWriting = Writing & Pick<Draft, 'entry_revision' | 'writer' | 'sequence'>

/** More than that many nobody looks through; the others come up as these are saved or thrown away. */
const listed = 50

/** Its beginning is sealed in, because the numbers of a draft that was thrown away and begun anew start again. */
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

/**
 * What a person has begun to write, the latest first, to be offered again after a crash or a sign-out.
 *
 * @returns `locked` when their key does not open
 */
export async function listDrafts(
  journal: Journal,
  owner: Owner,
): Promise<{ outcome: 'listed'; drafts: Draft[] } | { outcome: 'locked' }> {
  return withOwner(journal.database, owner, async (own) => {
    const rows = await own
      .selectFrom('journal_drafts')
      .selectAll()
      .where('user_id', '=', owner.user_id)
      .orderBy('updated_at', 'desc')
      .orderBy('id')
      .limit(listed)
      .execute()
    const drafts = await openDrafts(own, journal, owner, rows)
    return drafts === 'locked' ? { outcome: 'locked' } : { outcome: 'listed', drafts }
  })
}

/** @returns how many drafts a person has, also those that do not open */
export const countDrafts = (database: Database, owner: Owner): Promise<number> =>
  withOwner(database, owner, async (own) => {
    const { count } = await own
      .selectFrom('journal_drafts')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('user_id', '=', owner.user_id)
      .executeTakeFirstOrThrow()
    return Number(count)
  })

/** The draft of one Connection, or of one that will have this id; another person's is not found. */
export async function readDraft(
  journal: Journal,
  owner: Owner,
  id: string,
): Promise<{ outcome: 'found'; draft: Draft } | { outcome: 'not_found' | 'locked' }> {
  return withOwner(journal.database, owner, async (own) => {
    const row = isUuid(id) ? await findDraft(own, owner, id) : undefined
    if (!row) return { outcome: 'not_found' }
    const draft = await openDraft(own, journal, owner, row)
    return draft ? { outcome: 'found', draft } : { outcome: 'locked' }
  })
}

export const findDraft = (own: Database, { user_id }: Owner, id: string) =>
  own
    .selectFrom('journal_drafts')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst()

/** @returns undefined when the row, or the person's key, does not open */
export async function openDraft(
  own: Database,
  journal: Journal,
  owner: Owner,
  row: Row,
): Promise<Draft | undefined> {
  const opened = await openDrafts(own, journal, owner, [row])
  const draft = opened === 'locked' ? undefined : opened[0]
  return draft?.content === null ? undefined : draft
}

/** What is shown of one that does not open. */
const nothing = { content: null, linked_term_id: null, entry_revision: null, writer: null, sequence: 0 }

export async function openDrafts(
  own: Database,
  journal: Journal,
  owner: Owner,
  rows: Row[],
): Promise<Draft[] | 'locked'> {
  if (rows.length === 0) return []
  const key = await readDataKey(own, journal, owner)
  if (typeof key === 'string') return 'locked'
  const opened = rows.map((row) => ({
    row,
    writing: decryptContent<DraftWriting>(key, row.sealed, draftContext(row), journal.log),
  }))
  const linked = opened.flatMap(({ writing }) => writing?.linked_term_id ?? [])
  const terms = await readTermsById(own, [...new Set(linked)])
  return opened.map(({ row: { user_id, id, revision, created_at, updated_at }, writing }) => {
    const text = writing ?? nothing
    const times = { created_at: created_at.toISOString(), updated_at: updated_at.toISOString() }
    return { id, user_id, ...text, term: termOf(terms, text.linked_term_id), revision, ...times }
  })
}
