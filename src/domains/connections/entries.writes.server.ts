import { validate as isUuid, v7 as uuidv7 } from 'uuid'
import type { Database } from '../../platform/database/pool.server.ts'
import { inTurn } from '../../platform/database/with-owner.server.ts'
import { journalAccessError, type Owner } from '../../platform/owner.ts'
import { readTermsById } from '../glossary/terms.reads.server.ts'
import { entryContext, type Journal } from './encryption.reads.server.ts'
import { encryptContent, ensureDataKey } from './encryption.writes.server.ts'
import type { EntryChange, NewEntry, OpenEntry, Writing } from './entries.contract.ts'
import { decryptRow, readOwnEntry } from './entries.reads.server.ts'
import { connectionMessages, entryTypeOf, isSameContent, most } from './entries.rules.ts'

/** `conflict` brings what stands instead. `locked`: the key or the row does not open, so nothing was touched. */
export type WriteOutcome =
  | { outcome: 'saved' | 'already'; entry: OpenEntry }
  | { outcome: 'conflict'; current: OpenEntry }
  | { outcome: 'refused'; because: string }
  | { outcome: 'no_such_term' | 'not_found' | 'locked' }

/**
 * Saves a new Connection, and with it ends its draft. Sent twice under one id it is one: the second is told that it is there
 * already, or, when its text is another, what stands.
 *
 * @param given parsed by `newEntrySchema` or a form of contract.ts
 */
export async function saveEntry(journal: Journal, owner: Owner, given: NewEntry): Promise<WriteOutcome> {
  const because = journalAccessError(owner)
  if (because) return { outcome: 'refused', because }
  const { user_id } = owner
  const { id = uuidv7(), keeps_draft, ...writing } = given
  return inTurn(journal.database, owner, id, async (own) => {
    const now = journal.clock.now()
    const { here, full, wrapped } = await standing(own, owner, id, now)
    if (here) {
      const held = await readOwnEntry(own, journal, owner, id)
      if (held.outcome !== 'found') return held
      if (!isSameContent(held.entry, writing)) return { outcome: 'conflict', current: held.entry }
      return { outcome: 'already', entry: held.entry }
    }
    if (!(await termExists(own, writing.linked_term_id))) return { outcome: 'no_such_term' }
    if (full) return { outcome: 'refused', because: full }
    const key = await ensureDataKey(own, journal, owner, wrapped)
    if (key === 'locked') return { outcome: 'locked' }
    const place = { user_id, id, revision: 1 }
    const row = await (keeps_draft ? own : deletingDraft(own, owner, id))
      .insertInto('journal_entries')
      .values({
        ...place,
        entry_type: entryTypeOf(writing.linked_term_id),
        sealed: encryptContent(key, writing, entryContext(place)),
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return saved(await decryptRow(own, journal, owner, row))
  })
}

/**
 * Changes a Connection, and ends its draft. Whoever changes another version than the present one is told what stands, unless
 * it says the same already: then the answer to their first request was lost.
 */
export async function changeEntry(
  journal: Journal,
  owner: Owner,
  id: string,
  change: EntryChange,
): Promise<WriteOutcome> {
  const because = journalAccessError(owner)
  if (because) return { outcome: 'refused', because }
  if (!isUuid(id)) return { outcome: 'not_found' }
  return inTurn(journal.database, owner, id, async (own) => {
    const held = await readOwnEntry(own, journal, owner, id)
    if (held.outcome !== 'found') return held
    const { entry } = held
    const writing: Writing = {
      content: change.content ?? entry.content,
      linked_term_id: change.linked_term_id === undefined ? entry.linked_term_id : change.linked_term_id,
    }
    if (change.revision !== entry.revision) {
      if (!isSameContent(entry, writing)) return { outcome: 'conflict', current: entry }
      return { outcome: 'already', entry }
    }
    const moved = writing.linked_term_id !== entry.linked_term_id
    if (moved && !(await termExists(own, writing.linked_term_id))) return { outcome: 'no_such_term' }
    const key = await ensureDataKey(own, journal, owner)
    if (key === 'locked') return { outcome: 'locked' }
    // As the row spells it, whatever the address does.
    const place = { user_id: owner.user_id, id: entry.id, revision: entry.revision + 1 }
    const row = await (change.keeps_draft ? own : deletingDraft(own, owner, id))
      .updateTable('journal_entries')
      .set({
        revision: place.revision,
        entry_type: entryTypeOf(writing.linked_term_id),
        sealed: encryptContent(key, writing, entryContext(place)),
        updated_at: journal.clock.now(),
      })
      .where('user_id', '=', owner.user_id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    // Nobody else comes in between but the end of the account.
    if (!row) return { outcome: 'not_found' }
    return saved(await decryptRow(own, journal, owner, row))
  })
}

/**
 * Deletes a Connection and its draft, also one that does not open. A restricted person may, and one whose plan has ended.
 *
 * @returns whether it was there; another person's is not
 */
export async function deleteEntry(
  { database }: Pick<Journal, 'database'>,
  owner: Owner,
  id: string,
): Promise<boolean> {
  if (!isUuid(id)) return false
  return inTurn(database, owner, id, async (own) => {
    const { numDeletedRows } = await own
      .deleteFrom('journal_entries')
      .where('user_id', '=', owner.user_id)
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  })
}

/**
 * What is saved is no draft any more: it ends in the same statement. All who write take turns, so a draft that was sent before the save,
 * and arrives after it, finds what was saved.
 */
const deletingDraft = (own: Database, { user_id }: Owner, id: string) =>
  own.with('ended', (drafts) =>
    drafts.deleteFrom('journal_drafts').where('user_id', '=', user_id).where('id', '=', id),
  )

/**
 * Counts the table by its indexes, so there is no counter to keep; each count is its own scan and reads no row.
 *
 * @returns whether this Connection is there, why there is no room for another, and the row of the key
 */
async function standing(own: Database, { user_id }: Owner, id: string, now: Date) {
  const entries = own.selectFrom('journal_entries').where('user_id', '=', user_id)
  const count = own.fn.countAll<string>().as('count')
  const { all, lately, here, ...wrapped } = await own
    .selectNoFrom(({ exists }) => [
      entries.select(count).as('all'),
      entries
        .select(count)
        .where('created_at', '>', new Date(now.getTime() - day))
        .as('lately'),
      exists(entries.select('id').where('id', '=', id)).as('here'),
      own.selectFrom('data_keys').select('key_id').where('user_id', '=', user_id).as('key_id'),
      own.selectFrom('data_keys').select('wrapped').where('user_id', '=', user_id).as('wrapped'),
    ])
    .executeTakeFirstOrThrow()
  const full =
    (Number(all) >= most.entries && connectionMessages.full) ||
    (Number(lately) >= most.entriesADay && connectionMessages.fullDay)
  return { here, full, wrapped }
}

const day = 24 * 60 * 60 * 1000

const termExists = async (own: Database, id: string | null) =>
  id === null || (await readTermsById(own, [id])).has(id)

/** Opened as every later reader will open it: what cannot be is not said to be saved, and is undone. */
function saved(entry: OpenEntry | undefined): WriteOutcome {
  if (!entry) throw new Error('what was just saved does not open')
  return { outcome: 'saved', entry }
}
