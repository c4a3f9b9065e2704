import { type Selectable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { statement } from '../../../platform/database/statement.server.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { unchanged } from '../../../platform/database/unchanged.server.ts'
import { journalRefusal, type Recalled, type Seen } from '../../../platform/owner.ts'
import type { NewEntry, OpenEntry } from '../contract.ts'
import { isOpen, openWith } from '../reads.server.ts'
import { entryTypeOf, most } from '../rules.ts'
import { entryPlace, type Journal, knownKey, unwrap } from '../sealed/reads.server.ts'
import { sealWriting } from '../sealed/writes.server.ts'
import { termExists } from '../writes.server.ts'

/**
 * Saves a new Connection in one statement (docs/decisions/023 and 027), for who is still who they were and whose key was seen a moment
 * ago, as by the list that they come from or by their last draft. Where this Connection is there already, or another key, or no room, it
 * touches nothing.
 *
 * @param given parsed by `newEntrySchema`
 * @returns undefined where it was not saved so, for whatever reason: `saveEntry` finds out which
 */
export async function saveAtOnce(
  journal: Journal,
  recalled: Recalled,
  given: NewEntry,
): Promise<OpenEntry | undefined> {
  const { user_id, seen } = recalled
  const known = knownKey(journal, user_id)
  if (!known || journalRefusal(recalled)) return undefined
  const key = unwrap(known, journal.masterKey, user_id, journal.log)
  if (key === 'locked') return undefined
  const { id = uuidv7(), keeps_draft = false, ...writing } = given
  if (!(await termExists(journal.database, writing.linked_term_id))) return undefined
  const place = { user_id, id, revision: 1 }
  const now = journal.clock.now()
  const row = {
    ...place,
    entry_type: entryTypeOf(writing.linked_term_id),
    sealed: sealWriting(key, writing, entryPlace(place)),
    created_at: now,
    updated_at: now,
  }
  // As every later reader will open it: what cannot be opened is not saved.
  const [entry] = await openWith(key, journal.database, journal, [row])
  if (!entry || !isOpen(entry)) return undefined
  const counts = known.room <= 0
  if (!counts) known.room -= 1
  const [answer] = await insertAtOnce(journal.database, {
    ...{ ...row, ...seen, keeps_draft },
    by_key_id: known.key_id,
    by_key: known.wrapped,
    in_all: counts ? most.entries : null,
    a_day: counts ? most.entriesADay : null,
  })
  const room = answer?.room ?? null
  if (room === null) return undefined
  if (counts) known.room = Math.floor(room * share)
  return entry
}

/** Of the room that was counted: who serves beside us may have counted the same, and gives away as much. */
const share = 1 / 4

type AtOnce = Selectable<Tables['journal_entries']> &
  Seen & {
    keeps_draft: boolean
    by_key_id: string
    by_key: Buffer
    in_all: number | null
    a_day: number | null
  }
const insertAtOnce = statement((database, row: AtOnce) => ({
  compile: () =>
    sql<{ room: number | null }>`
      select save_entry(${row.user_id}, ${row.id}, ${row.entry_type}, ${row.sealed}, ${row.by_key_id}, ${row.by_key},
                        ${row.created_at}, ${row.keeps_draft}, ${row.in_all}, ${row.a_day}) as room
       where ${unchanged(row)}`.compile(database),
}))
