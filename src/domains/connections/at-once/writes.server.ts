import { setImmediate } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../platform/database/pool.server.ts'
import { statementOfSeveral } from '../../../platform/database/statement.server.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { unchanged } from '../../../platform/database/unchanged.server.ts'
import { journalRefusal, type Recalled, type Seen } from '../../../platform/owner.ts'
import type { NewEntry, OpenEntry } from '../contract.ts'
import { isOpen, openWith } from '../reads.server.ts'
import { entryTypeOf, most } from '../rules.ts'
import { entryPlace, type Journal, knownKey } from '../sealed/reads.server.ts'
import { sealWriting } from '../sealed/writes.server.ts'
import { termExists } from '../writes.server.ts'

/**
 * Saves a new Connection in one statement (docs/decisions/023 and 027), for who is still who they were and whose key was seen a moment
 * ago, as by the list that they come from or by their last draft. Where this Connection is there already, or somebody is at work on it, or
 * there is another key, or no room, it touches nothing.
 *
 * @param given parsed by `newEntrySchema`
 * @param saves those of everybody: what comes in the same moment is one statement
 * @returns undefined where it was not saved so, for whatever reason: `saveEntry` finds out which
 */
export async function saveAtOnce(
  journal: Journal,
  recalled: Recalled,
  given: NewEntry,
  saves: Saves,
): Promise<OpenEntry | undefined> {
  const { user_id, seen } = recalled
  const known = knownKey(journal, user_id)
  if (!known || journalRefusal(recalled)) return undefined
  const { id = uuidv7(), keeps_draft = false, ...writing } = given
  if (!(await termExists(journal.database, writing.linked_term_id))) return undefined
  const place = { user_id, id, revision: 1 }
  const now = journal.clock.now()
  const row = {
    ...place,
    entry_type: entryTypeOf(writing.linked_term_id),
    sealed: sealWriting(known.key, writing, entryPlace(place)),
    created_at: now,
    updated_at: now,
  }
  // As every later reader will open it: what cannot be opened is not saved.
  const [entry] = await openWith(known.key, journal.database, journal, [row])
  if (!entry || !isOpen(entry)) return undefined
  const counts = known.room <= 0
  if (!counts) known.room -= 1
  const room = await saves({
    ...{ ...row, ...seen, keeps_draft },
    by_key_id: known.key_id,
    by_key: known.wrapped,
    in_all: counts ? most.entries : null,
    a_day: counts ? most.entriesADay : null,
  })
  if (room === null) return undefined
  if (counts) known.room = Math.floor(room * share)
  return entry
}

/** Of the room that was counted: who serves beside us may have counted the same, and gives away as much. */
const share = 1 / 4

type Row = Selectable<Tables['journal_entries']> &
  Seen & {
    keeps_draft: boolean
    by_key_id: string
    by_key: Buffer
    in_all: number | null
    a_day: number | null
  }

/** So many in one statement at most: they are saved together, or none is. */
const mostTogether = 8

/**
 * What is saved in one turn of the event loop, by whoever it is, goes to PostgreSQL as one statement (docs/decisions/028). Nothing waits for a
 * turn to fill.
 */
export function gatherSaves(database: Database) {
  let batch: { rows: Row[]; rooms: Promise<(number | null | Error)[]> } | undefined
  const openBatch = () => {
    const rows: Row[] = []
    const rooms = setImmediate().then(() => {
      if (batch?.rows === rows) batch = undefined
      return insertTogether(database, rows)
    })
    return { rows, rooms }
  }
  return async (row: Row): Promise<number | null> => {
    if (!batch || batch.rows.length === mostTogether) batch = openBatch()
    const place = batch.rows.push(row) - 1
    const room = (await batch.rooms)[place] ?? null
    if (room instanceof Error) throw room
    return room
  }
}

export type Saves = ReturnType<typeof gatherSaves>

/** @returns of each, in their order: how many more there is room for, or null where it was not saved, or why it could not be */
async function insertTogether(database: Database, rows: readonly Row[]): Promise<(number | null | Error)[]> {
  try {
    const rooms: (number | null)[] = rows.map(() => null)
    for (const { place, room } of await insertAll(database, rows)) rooms[place] = room
    return rooms
  } catch (thrown) {
    if (rows.length === 1 || !isUndone(thrown)) throw thrown
    // One of them is why, and none is saved: each by itself, so that it fails alone.
    const alone = await Promise.allSettled(rows.map((row) => insertTogether(database, [row])))
    return alone.map((one) => (one.status === 'fulfilled' ? (one.value[0] ?? null) : (one.reason as Error)))
  }
}

/** PostgreSQL refused the statement and goes on. After a line that broke, nobody knows whether it was saved. */
const isUndone = (thrown: unknown) => thrown instanceof pg.DatabaseError && thrown.severity === 'ERROR'

const insertAll = statementOfSeveral((database, rows: readonly Row[]) => {
  const one = (row: Row, place: number) => sql`
    select ${sql.lit(place)} as place,
           save_entry(${row.user_id}, ${row.id}, ${row.entry_type}, ${row.sealed}, ${row.by_key_id}, ${row.by_key}, ${row.created_at},
                      ${row.keeps_draft}, ${row.in_all}, ${row.a_day}) as room
     where ${unchanged(row)}`
  const all = sql<{ place: number; room: number | null }>`${sql.join(rows.map(one), sql` union all `)}`
  return { compile: () => all.compile(database) }
})
