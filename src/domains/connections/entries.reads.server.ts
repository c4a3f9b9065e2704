import { type Selectable, type SqlBool, sql } from 'kysely'
import { validate as isUuid, parse as parseUuid } from 'uuid'
import type { Database } from '../../platform/database/pool.server.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { withOwner } from '../../platform/database/with-owner.server.ts'
import type { Owner } from '../../platform/owner.ts'
import { readTermsById } from '../glossary/terms.reads.server.ts'
import {
  decryptContent,
  type EncryptionContext,
  entryContext,
  firstDecrypted,
  type Journal,
  readDataKey,
  type WrappedKey,
} from './encryption.reads.server.ts'
import type { DecryptedEntry, Entry, EntryContent, EntryList, EntryStats } from './entries.contract.ts'

type Row = Selectable<Tables['journal_entries']> & WrappedKey

/** Of ciphertext, to bound memory. The longest entry is 600 kB: 100,000 escapes of six bytes. */
const maxPageBytes = 2_000_000
const thirtyDays = 30 * 24 * 60 * 60 * 1000

export type ListOutcome = ({ outcome: 'listed' } & EntryList) | { outcome: 'undecryptable' }
export type ReadOutcome =
  | { outcome: 'found'; entry: DecryptedEntry }
  | { outcome: 'not_found' | 'undecryptable' }

/** A cursor stays valid when entries come or go. */
type Page = { after?: string | undefined; offset?: number; limit: number }

/** Lists Connections with counts. `undecryptable`: the operator must restore the user's key. */
export async function listEntries(journal: Journal, owner: Owner, page: Page): Promise<ListOutcome> {
  return withOwner(journal.database, owner, async (own) => {
    const { rows, next, stats } = await readPage(own, owner, page, journal.clock.now())
    const entries = await decryptEntries(own, journal, owner, rows)
    return entries === 'undecryptable'
      ? { outcome: 'undecryptable' }
      : { outcome: 'listed', entries, next, ...stats }
  })
}

/** Reads one Connection; another user's is `not_found`. */
export async function readEntry(journal: Journal, owner: Owner, id: string): Promise<ReadOutcome> {
  return withOwner(journal.database, owner, (own) => readEntryInTransaction(own, journal, owner, id))
}

/** As `readEntry`, in a transaction. */
export async function readEntryInTransaction(
  own: Database,
  journal: Journal,
  owner: Owner,
  id: string,
): Promise<ReadOutcome> {
  const row = isUuid(id) ? await findRow(own, owner, id) : undefined
  if (!row) return { outcome: 'not_found' }
  const entry = firstDecrypted(await decryptEntries(own, journal, owner, [row]))
  return entry ? { outcome: 'found', entry } : { outcome: 'undecryptable' }
}

const findRow = (own: Database, { user_id }: Owner, id: string) =>
  own
    .selectFrom('journal_entries as row')
    .leftJoin('data_keys as key', 'key.user_id', 'row.user_id')
    .selectAll('row')
    .select(['key.key_id', 'key.wrapped'])
    .where('row.user_id', '=', user_id)
    .where('row.id', '=', id)
    .executeTakeFirst()

/** `times`: the first and last of each UTC day, enough to count local days anywhere. */
export async function readEntryActivity(own: Database, journal: Journal, owner: Owner, latest: number) {
  const { rows } = await sql<{ count: string; first: Date; last: Date }>`
    select count(*) as count, min(created_at) as first, max(created_at) as last
      from journal_entries where user_id = ${owner.user_id} group by (created_at at time zone 'UTC')::date`.execute(
    own,
  )
  const newest = await newestEntries(own, owner, { limit: latest }).execute()
  const decrypted = await decryptEntries(own, journal, owner, newest)
  return {
    count: rows.reduce((sum, row) => sum + Number(row.count), 0),
    times: rows.flatMap(({ first, last }) => [first, last]),
    latest: decrypted === 'undecryptable' ? [] : decrypted,
  }
}

/** The full join returns counts even without rows. */
async function readPage(own: Database, owner: Owner, page: Page, now: Date) {
  const summary = own
    .selectFrom(entryCounts(own, owner, now).as('counts'))
    .leftJoin('data_keys as key', (join) => join.on('key.user_id', '=', owner.user_id))
    .selectAll('counts')
    .select(['key.key_id', 'key.wrapped', sql<string>`1::bigint`.as('position')])
  const results = await own
    .selectFrom(newestEntries(own, owner, page).select(['position', 'remaining']).as('row'))
    .fullJoin(summary.as('head'), 'head.position', 'row.position')
    .selectAll('row')
    .select(['total', 'linked', 'this_month', 'key_id', 'wrapped'])
    .orderBy('row.created_at', 'desc')
    .orderBy('row.id', 'desc')
    .execute()
  const [first] = results as [(typeof results)[number]]
  const [total, linked, this_month] = [first.total, first.linked, first.this_month].map(Number) as Numbers
  const stats: EntryStats = { total, this_month, linked, freeform: total - linked }
  const rows = results.filter((row): row is typeof row & Row & { remaining: string } => row.id !== null)
  const last = rows.at(-1)
  return { rows, next: last && Number(last.remaining) > 0 ? encodeCursor(last) : null, stats }
}
type Numbers = [number, number, number]

function entryCounts(own: Database, { user_id }: Owner, now: Date) {
  const since = new Date(now.getTime() - thirtyDays)
  return own
    .selectFrom('journal_entries')
    .select(({ fn }) => [
      fn.countAll<string>().as('total'),
      fn.countAll<string>().filterWhere('entry_type', '=', 'term_linked').as('linked'),
      fn.countAll<string>().filterWhere('created_at', '>=', since).as('this_month'),
    ])
    .where('user_id', '=', user_id)
}

type Cursor = Pick<Row, 'created_at' | 'id'>

const newestFirst = sql`(order by created_at desc, id desc rows unbounded preceding)`

/** Milliseconds until the year 10889. */
const timestampBytes = 6

function encodeCursor({ created_at, id }: Cursor): string {
  const time = Buffer.alloc(timestampBytes)
  time.writeUIntBE(created_at.getTime(), 0, timestampBytes)
  return Buffer.concat([time, parseUuid(id)]).toString('base64url')
}

function decodeCursor(cursor: string): Cursor {
  const bytes = Buffer.from(cursor, 'base64url')
  const id = bytes.toString('hex', timestampBytes)
  return { created_at: new Date(bytes.readUIntBE(0, timestampBytes)), id }
}

/** One row more than the page, for `remaining`. `octet_length` does not read out-of-line texts. */
function newestEntries(own: Database, { user_id }: Owner, { after, offset = 0, limit }: Page) {
  let entries = own.selectFrom('journal_entries').selectAll().where('user_id', '=', user_id)
  if (after !== undefined) {
    const cursor = decodeCursor(after)
    entries = entries.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '<', tuple(cursor.created_at, cursor.id)),
    )
  }
  const candidates = entries
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit + 1)
    .as('candidates')
  const measured = own
    .selectFrom(candidates)
    .selectAll()
    .select([
      sql<string>`sum(octet_length(sealed)) over ${newestFirst}`.as('bytes'),
      sql<string>`row_number() over ${newestFirst}`.as('position'),
      sql<string>`count(*) over () - row_number() over ${newestFirst}`.as('remaining'),
    ])
    .as('measured')
  return own
    .selectFrom(measured)
    .select(['user_id', 'id', 'revision', 'entry_type', 'sealed', 'created_at', 'updated_at'])
    .where(sql<SqlBool>`bytes <= ${maxPageBytes}`)
    .where(sql<SqlBool>`position <= ${limit}`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
}

/** Decrypts Connections; an undecryptable one has null content. */
export async function decryptEntries(
  own: Database,
  journal: Journal,
  owner: Owner,
  rows: Row[],
): Promise<Entry[] | 'undecryptable'> {
  const decrypted = await decryptRows<Row, EntryContent>(own, journal, owner, rows, entryContext)
  if (decrypted === 'undecryptable') return decrypted
  return decrypted.map(({ row: { user_id, id, revision, entry_type }, times, plaintext, term }) => {
    const { content, linked_term_id } = plaintext ?? { content: null, linked_term_id: null }
    return { user_id, id, revision, entry_type, ...times, content, linked_term_id, term }
  })
}

type SealedRow = WrappedKey & { sealed: Buffer; created_at: Date; updated_at: Date }

/** Decrypts rows and adds their terms. An undecryptable row has no plaintext. */
export async function decryptRows<Row extends SealedRow, Plaintext extends EntryContent>(
  own: Database,
  journal: Journal,
  owner: Owner,
  rows: Row[],
  contextOf: (row: Row) => EncryptionContext,
) {
  if (rows.length === 0) return []
  const key = await readDataKey(own, journal, owner, rows[0])
  if (typeof key === 'string') return 'undecryptable'
  const decrypted = rows.map((row) => ({
    row,
    times: { created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() },
    plaintext: decryptContent<Plaintext>(key, row.sealed, contextOf(row), journal.log),
  }))
  const termIds = decrypted.flatMap(({ plaintext }) => plaintext?.linked_term_id ?? [])
  const terms = await readTermsById(own, [...new Set(termIds)])
  return decrypted.map((one) => ({
    ...one,
    term: toLinkedTerm(terms, one.plaintext?.linked_term_id ?? null),
  }))
}

function toLinkedTerm(terms: Awaited<ReturnType<typeof readTermsById>>, id: string | null): Entry['term'] {
  const term = id === null ? undefined : terms.get(id)
  if (!term) return null
  const { term_name, slug, tags, retired } = term
  return { id: term.id, term_name, slug, tags, retired }
}
