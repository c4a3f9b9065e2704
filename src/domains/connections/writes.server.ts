import { validate as isUuid, v7 as uuidv7 } from 'uuid'
import { asOwner } from '../../platform/database/owner.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import { journalRefusal, type Owner } from '../../platform/owner.ts'
import { readTermsById } from '../glossary/reads.server.ts'
import type { EntryChange, NewEntry, OpenEntry, Writing } from './contract.ts'
import { openRow, readOwnEntry } from './reads.server.ts'
import { connectionMessages, entryTypeOf, most } from './rules.ts'
import { entryPlace, type Journal } from './sealed/reads.server.ts'
import { ensureDataKey, sealWriting, takeTurns } from './sealed/writes.server.ts'

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
  const because = journalRefusal(owner)
  if (because) return { outcome: 'refused', because }
  const { user_id } = owner
  const { id = uuidv7(), ...writing } = given
  return asOwner(journal.database, owner, async (own) => {
    await takeTurns(own, owner, id)
    const held = await readOwnEntry(own, journal, owner, id)
    if (held.outcome === 'locked') return held
    if (held.outcome === 'found') {
      if (!isSame(held.entry, writing)) return { outcome: 'conflict', current: held.entry }
      return { outcome: 'already', entry: held.entry }
    }
    if (!(await termExists(own, writing.linked_term_id))) return { outcome: 'no_such_term' }
    const now = journal.clock.now()
    const full = await fullness(own, owner, now)
    if (full) return { outcome: 'refused', because: full }
    const key = await ensureDataKey(own, journal, owner)
    if (key === 'locked') return { outcome: 'locked' }
    const place = { user_id, id, revision: 1 }
    const row = await withoutDraft(own, owner, id)
      .insertInto('journal_entries')
      .values({
        ...place,
        entry_type: entryTypeOf(writing.linked_term_id),
        sealed: sealWriting(key, writing, entryPlace(place)),
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return saved(await openRow(own, journal, owner, row))
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
  const because = journalRefusal(owner)
  if (because) return { outcome: 'refused', because }
  if (!isUuid(id)) return { outcome: 'not_found' }
  return asOwner(journal.database, owner, async (own) => {
    await takeTurns(own, owner, id)
    const held = await readOwnEntry(own, journal, owner, id)
    if (held.outcome !== 'found') return held
    const { entry } = held
    const writing: Writing = {
      content: change.content ?? entry.content,
      linked_term_id: change.linked_term_id === undefined ? entry.linked_term_id : change.linked_term_id,
    }
    if (change.revision !== entry.revision) {
      if (!isSame(entry, writing)) return { outcome: 'conflict', current: entry }
      return { outcome: 'already', entry }
    }
    const moved = writing.linked_term_id !== entry.linked_term_id
    if (moved && !(await termExists(own, writing.linked_term_id))) return { outcome: 'no_such_term' }
    const key = await ensureDataKey(own, journal, owner)
    if (key === 'locked') return { outcome: 'locked' }
    const place = { user_id: owner.user_id, id, revision: entry.revision + 1 }
    const row = await withoutDraft(own, owner, id)
      .updateTable('journal_entries')
      .set({
        revision: place.revision,
        entry_type: entryTypeOf(writing.linked_term_id),
        sealed: sealWriting(key, writing, entryPlace(place)),
        updated_at: journal.clock.now(),
      })
      .where('user_id', '=', owner.user_id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return saved(await openRow(own, journal, owner, row))
  })
}

/**
 * Deletes a Connection and its draft, also one that does not open. A restricted person may, and one whose plan has ended.
 *
 * @returns whether it was there; another person's is not
 */
export async function eraseEntry(
  { database }: Pick<Journal, 'database'>,
  owner: Owner,
  id: string,
): Promise<boolean> {
  if (!isUuid(id)) return false
  return asOwner(database, owner, async (own) => {
    await takeTurns(own, owner, id)
    const { numDeletedRows } = await own
      .deleteFrom('journal_entries')
      .where('user_id', '=', owner.user_id)
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  })
}

/** What is saved is no draft any more: it ends in the same statement. */
const withoutDraft = (own: Database, { user_id }: Owner, id: string) =>
  own.with('ended', (drafts) =>
    drafts.deleteFrom('journal_drafts').where('user_id', '=', user_id).where('id', '=', id),
  )

/** @returns why there is no room for another; the table itself is counted, by an index, so that nothing else has to be kept */
async function fullness(own: Database, { user_id }: Owner, now: Date): Promise<string | undefined> {
  const { all, lately } = await own
    .selectFrom('journal_entries')
    .select(({ fn }) => [
      fn.countAll<string>().as('all'),
      fn
        .countAll<string>()
        .filterWhere('created_at', '>', new Date(now.getTime() - day))
        .as('lately'),
    ])
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  if (Number(all) >= most.entries) return connectionMessages.full
  return Number(lately) >= most.entriesADay ? connectionMessages.fullDay : undefined
}

const day = 24 * 60 * 60 * 1000

const isSame = (one: Writing | OpenEntry, other: Writing) =>
  one.content === other.content && one.linked_term_id === other.linked_term_id

const termExists = async (own: Database, id: string | null) =>
  id === null || (await readTermsById(own, [id])).has(id)

/** Opened as every later reader will open it: what cannot be is not said to be saved, and is undone. */
function saved(entry: OpenEntry | undefined): WriteOutcome {
  if (!entry) throw new Error('what was just saved does not open')
  return { outcome: 'saved', entry }
}
