import { validate as isUuid, v7 as uuidv7 } from 'uuid'
import type { Database } from '../../platform/database/pool.server.ts'
import { inTurn } from '../../platform/database/with-owner.server.ts'
import { journalAccessError, type Owner } from '../../platform/owner.ts'
import { isBlank } from '../../platform/visible-text.ts'
import type { Draft, DraftChange, ExitDraft } from './drafts.contract.ts'
import { draftContext, findDraft, openDraft } from './drafts.reads.server.ts'
import { draftMessages } from './drafts.rules.ts'
import type { Journal } from './encryption.reads.server.ts'
import { encryptContent, ensureDataKey } from './encryption.writes.server.ts'
import { readOwnEntry } from './entries.reads.server.ts'
import { isSameContent, most } from './entries.rules.ts'

/**
 * `conflict` brings the draft of another page, or null where the one that was followed is gone: it was saved or thrown away,
 * and does not come back by what a page sends late. `nothing`: there is nothing to keep. `not_found`: the Connection that was
 * edited is gone.
 */
export type DraftOutcome =
  | { outcome: 'saved'; draft: Draft }
  | { outcome: 'conflict'; current: Draft | null }
  | { outcome: 'refused'; because: string }
  | { outcome: 'nothing' | 'not_found' | 'locked' }

/**
 * Keeps what somebody is writing, sealed like a Connection. Whether its term still exists is not asked: a draft is kept as it is.
 *
 * @param name the id of the Connection that is edited, or the one that a new Connection will have
 */
export async function saveDraft(
  journal: Journal,
  owner: Owner,
  name: string,
  change: DraftChange,
): Promise<DraftOutcome> {
  const because = journalAccessError(owner)
  if (because) return { outcome: 'refused', because }
  if (!isUuid(name)) return { outcome: 'not_found' }
  // As the row spells it.
  const id = name.toLowerCase()
  const { revision, ...writing } = change
  return inTurn(journal.database, owner, id, async (own) => {
    const entry = await readOwnEntry(own, journal, owner, id)
    if (entry.outcome === 'not_found' && writing.entry_revision !== null) return entry
    const row = await findDraft(own, owner, id)
    const settled = row
      ? await against(own, journal, owner, row, change)
      : revision === null
        ? undefined
        : gone
    if (settled) return settled
    if (isBlank(writing.content) || (entry.outcome === 'found' && isSameContent(entry.entry, writing))) {
      await dropDraft(own, owner, id)
      return { outcome: 'nothing' }
    }
    if (!row && (await isFull(own, owner))) return { outcome: 'refused', because: draftMessages.full }
    const key = await ensureDataKey(own, journal, owner)
    if (key === 'locked') return { outcome: 'locked' }
    const now = journal.clock.now()
    const created_at = row?.created_at ?? now
    const place = { user_id: owner.user_id, id, created_at, revision: (row?.revision ?? 0) + 1 }
    const values = {
      ...place,
      entry_id: entry.outcome === 'not_found' ? null : id,
      sealed: encryptContent(key, writing, draftContext(place)),
      updated_at: now,
    }
    const kept = await own
      .insertInto('journal_drafts')
      .values(values)
      .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(values))
      .returningAll()
      .executeTakeFirstOrThrow()
    const draft = await openDraft(own, journal, owner, kept)
    if (!draft) throw new Error('what was just saved does not open')
    return { outcome: 'saved', draft }
  })
}

/**
 * The last words of a page that is left in a hurry, where nobody can be asked: what stands against another page's draft, or
 * belongs to a Connection that was deleted meanwhile, is kept as one that was begun.
 *
 * @returns whether it stands in the drafts now
 */
export async function saveExitDraft(
  journal: Journal,
  owner: Owner,
  { id, user_id = owner.user_id, ...change }: ExitDraft,
): Promise<boolean> {
  if (user_id !== owner.user_id) return false
  let kept = await saveDraft(journal, owner, id, change)
  if (kept.outcome === 'conflict' || kept.outcome === 'not_found')
    kept = await saveDraft(journal, owner, uuidv7(), { ...change, entry_revision: null, revision: null })
  return kept.outcome === 'saved'
}

/** Throws a draft away; of one that is not there nothing is said. A restricted person may, and one whose plan has ended. */
export async function deleteDraft(
  { database }: Pick<Journal, 'database'>,
  owner: Owner,
  id: string,
): Promise<void> {
  if (!isUuid(id)) return
  await inTurn(database, owner, id, async (own) => {
    await dropDraft(own, owner, id)
  })
}

const dropDraft = (own: Database, { user_id }: Owner, id: string) =>
  own.deleteFrom('journal_drafts').where('user_id', '=', user_id).where('id', '=', id).execute()

/** Only of one that is begun: what is being written goes on. */
async function isFull(own: Database, { user_id }: Owner): Promise<boolean> {
  const { all } = await own
    .selectFrom('journal_drafts')
    .select(({ fn }) => fn.countAll<string>().as('all'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return Number(all) >= most.drafts
}

const gone: DraftOutcome = { outcome: 'conflict', current: null }

/** @returns what comes of a draft where there is one already; undefined when it takes its place */
async function against(
  own: Database,
  journal: Journal,
  owner: Owner,
  row: NonNullable<Awaited<ReturnType<typeof findDraft>>>,
  { revision, ...writing }: DraftChange,
): Promise<DraftOutcome | undefined> {
  const current = await openDraft(own, journal, owner, row)
  if (!current) return { outcome: 'locked' }
  if (writing.writer !== null && writing.writer === current.writer) {
    return writing.sequence > current.sequence ? undefined : { outcome: 'saved', draft: current }
  }
  if (revision === current.revision) return undefined
  return isSameContent(current, writing)
    ? { outcome: 'saved', draft: current }
    : { outcome: 'conflict', current }
}
