import { type Selectable, type SqlBool, sql } from 'kysely'
import { validate as isUuid, parse as parseUuid } from 'uuid'
import type { Database } from '../../platform/database/pool.server.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { withOwner } from '../../platform/database/with-owner.server.ts'
import type { Owner } from '../../platform/owner.ts'
import { readTermsById } from '../glossary/terms.reads.server.ts'
import {
  decryptContent,
  entryContext,
  type Journal,
  readDataKey,
  type WrappedKey,
} from './encryption.reads.server.ts'
import type { Entry, EntryList, EntryStats, OpenEntry, Writing } from './entries.contract.ts'

type Row = Selectable<Tables['journal_entries']> & WrappedKey

/**
 * A page ends before it holds more than this, so that a hundred long texts do not fill the memory of the server. The longest
 * that can be is 600 kB: 100,000 characters, each an escape of six bytes.
 */
const pageBytes = 2_000_000
const month = 30 * 24 * 60 * 60 * 1000

export type ListOutcome = ({ outcome: 'listed' } & EntryList) | { outcome: 'locked' }
export type ReadOutcome = { outcome: 'found'; entry: OpenEntry } | { outcome: 'not_found' | 'locked' }

/**
 * Which Connections a page holds: at most `limit`, beginning after the one that the cursor `after` names, or after the newest
 * `offset` ones. A cursor stays true when a Connection is saved or deleted between two pages.
 */
type Page = { after?: string | undefined; offset?: number; limit: number }

/**
 * A person's Connections, the newest first, and their counts. One that does not open is listed without its content, so that
 * the others stay within reach.
 *
 * @returns `next` is the cursor of the next page; `locked` when the person's key does not open: nothing is lost, the operator
 *   has to look
 */
export async function listEntries(journal: Journal, owner: Owner, page: Page): Promise<ListOutcome> {
  return withOwner(journal.database, owner, async (own) => {
    const { rows, next, stats } = await readPage(own, owner, page, journal.clock.now())
    const entries = await decryptEntries(own, journal, owner, rows)
    return entries === 'locked' ? { outcome: 'locked' } : { outcome: 'listed', entries, next, ...stats }
  })
}

/** One Connection; another person's is not found. One that does not open is `locked`. */
export async function readEntry(journal: Journal, owner: Owner, id: string): Promise<ReadOutcome> {
  return withOwner(journal.database, owner, (own) => readOwnEntry(own, journal, owner, id))
}

/** The same within a transaction of the person's own. */
export async function readOwnEntry(
  own: Database,
  journal: Journal,
  owner: Owner,
  id: string,
): Promise<ReadOutcome> {
  const row = isUuid(id) ? await findRow(own, owner, id) : undefined
  if (!row) return { outcome: 'not_found' }
  const entry = await decryptRow(own, journal, owner, row)
  return entry ? { outcome: 'found', entry } : { outcome: 'locked' }
}

/** @returns undefined when the row, or the person's key, does not open */
export async function decryptRow(
  own: Database,
  journal: Journal,
  owner: Owner,
  row: Row,
): Promise<OpenEntry | undefined> {
  const opened = await decryptEntries(own, journal, owner, [row])
  const entry = opened === 'locked' ? undefined : opened[0]
  return entry && isOpen(entry) ? entry : undefined
}

const isOpen = (entry: Entry): entry is OpenEntry => entry.content !== null

const findRow = (own: Database, { user_id }: Owner, id: string) =>
  own
    .selectFrom('journal_entries as row')
    .leftJoin('data_keys as key', 'key.user_id', 'row.user_id')
    .selectAll('row')
    .select(['key.key_id', 'key.wrapped'])
    .where('row.user_id', '=', user_id)
    .where('row.id', '=', id)
    .executeTakeFirst()

/**
 * What the dashboard shows of them.
 *
 * @param latest how many of the newest are opened
 * @returns `times` are the first and the last of each UTC day: enough to count local days anywhere (account/activity)
 */
export async function readEntryActivity(own: Database, journal: Journal, owner: Owner, latest: number) {
  const { rows } = await sql<{ count: string; first: Date; last: Date }>`
    select count(*) as count, min(created_at) as first, max(created_at) as last
      from journal_entries where user_id = ${owner.user_id} group by (created_at at time zone 'UTC')::date`.execute(
    own,
  )
  const opened = await decryptEntries(
    own,
    journal,
    owner,
    await newest(own, owner, { limit: latest }).execute(),
  )
  return {
    count: rows.reduce((sum, row) => sum + Number(row.count), 0),
    times: rows.flatMap(({ first, last }) => [first, last]),
    latest: opened === 'locked' ? [] : opened,
  }
}

/** Counts, key and rows in one statement: the first row has the others beside it, or they stand alone. */
async function readPage(own: Database, owner: Owner, page: Page, now: Date) {
  const head = own
    .selectFrom(counts(own, owner, now).as('counts'))
    .leftJoin('data_keys as key', (join) => join.on('key.user_id', '=', owner.user_id))
    .selectAll('counts')
    .select(['key.key_id', 'key.wrapped', sql<string>`1::bigint`.as('beside')])
  const found = await own
    .selectFrom(newest(own, owner, page).select(['place', 'others']).as('row'))
    .fullJoin(head.as('head'), 'head.beside', 'row.place')
    .selectAll('row')
    .select(['total', 'linked', 'this_month', 'key_id', 'wrapped'])
    .orderBy('row.created_at', 'desc')
    .orderBy('row.id', 'desc')
    .execute()
  // There are counts also where there is no row.
  const [first] = found as [(typeof found)[number]]
  const [total, linked, this_month] = [first.total, first.linked, first.this_month].map(Number) as Numbers
  const stats: EntryStats = { total, this_month, linked, freeform: total - linked }
  const rows = found.filter((row): row is typeof row & Row & { others: string } => row.id !== null)
  const last = rows.at(-1)
  return { rows, next: last && Number(last.others) > 0 ? cursorAfter(last) : null, stats }
}
type Numbers = [number, number, number]

function counts(own: Database, { user_id }: Owner, now: Date) {
  const since = new Date(now.getTime() - month)
  return own
    .selectFrom('journal_entries')
    .select(({ fn }) => [
      fn.countAll<string>().as('total'),
      fn.countAll<string>().filterWhere('entry_type', '=', 'term_linked').as('linked'),
      fn.countAll<string>().filterWhere('created_at', '>=', since).as('this_month'),
    ])
    .where('user_id', '=', user_id)
}

type Place = Pick<Row, 'created_at' | 'id'>

/** Bytes of a time in a cursor: milliseconds until the year 10889. */
const timeBytes = 6

/** @returns where a page ends, as the next one is asked for: nothing that a client could read or make */
function cursorAfter({ created_at, id }: Place): string {
  const time = Buffer.alloc(timeBytes)
  time.writeUIntBE(created_at.getTime(), 0, timeBytes)
  return Buffer.concat([time, parseUuid(id)]).toString('base64url')
}

/** @param cursor of the form that `entryListQuerySchema` asks for, each of which names a place */
function placeIn(cursor: string): Place {
  const bytes = Buffer.from(cursor, 'base64url')
  const id = bytes.toString('hex', timeBytes)
  return { created_at: new Date(bytes.readUIntBE(0, timeBytes)), id }
}

/**
 * One more row than the page holds is looked for, to know whether there are `others`. The length of a text is known without reading
 * it: PostgreSQL keeps long ones apart.
 */
function newest(own: Database, { user_id }: Owner, { after, offset = 0, limit }: Page) {
  const place = after === undefined ? undefined : placeIn(after)
  const asked = own
    .selectFrom('journal_entries')
    .selectAll()
    .where('user_id', '=', user_id)
    .$if(place !== undefined, (older) =>
      older.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple((place as Place).created_at, (place as Place).id)),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit + 1)
    .as('asked')
  const measured = own
    .selectFrom(asked)
    .selectAll()
    .select([
      sql<string>`sum(octet_length(sealed)) over (order by created_at desc, id desc rows unbounded preceding)`.as(
        'bytes',
      ),
      sql<string>`row_number() over (order by created_at desc, id desc rows unbounded preceding)`.as('place'),
      sql<string>`count(*) over () - row_number() over (order by created_at desc, id desc rows unbounded preceding)`.as(
        'others',
      ),
    ])
    .as('measured')
  return own
    .selectFrom(measured)
    .select(['user_id', 'id', 'revision', 'entry_type', 'sealed', 'created_at', 'updated_at'])
    .where(sql<SqlBool>`bytes <= ${pageBytes}`)
    .where(sql<SqlBool>`place <= ${limit}`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
}

/** Opens rows and joins the terms they are about, which only their owner's key tells. */
export async function decryptEntries(
  own: Database,
  journal: Journal,
  owner: Owner,
  rows: Row[],
): Promise<Entry[] | 'locked'> {
  if (rows.length === 0) return []
  const key = await readDataKey(own, journal, owner, rows[0])
  if (typeof key === 'string') return 'locked'
  const opened = rows.map((row) => ({
    row,
    writing: decryptContent<Writing>(key, row.sealed, entryContext(row), journal.log),
  }))
  const linked = opened.flatMap(({ writing }) => writing?.linked_term_id ?? [])
  const terms = await readTermsById(own, [...new Set(linked)])
  return opened.map(({ row: { user_id, id, revision, entry_type, created_at, updated_at }, writing }) => {
    const linked_term_id = writing?.linked_term_id ?? null
    return {
      ...{ user_id, id, revision, entry_type },
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
      content: writing?.content ?? null,
      linked_term_id,
      term: termOf(terms, linked_term_id),
    }
  })
}

/** What a Connection shows of its term. */
export function termOf(terms: Awaited<ReturnType<typeof readTermsById>>, id: string | null): Entry['term'] {
  const term = id === null ? undefined : terms.get(id)
  if (!term) return null
  const { term_name, slug, tags, retired } = term
  return { id: term.id, term_name, slug, tags, retired }
}
