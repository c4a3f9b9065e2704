import { type Selectable, type SqlBool, sql } from 'kysely'
import { validate as isUuid, parse as parseUuid } from 'uuid'
import type { Database } from '../../platform/database/pool.server.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { withOwner } from '../../platform/database/with-owner.server.ts'
import type { Owner } from '../../platform/owner.ts'
import { readTermsById } from '../glossary/terms.reads.server.ts'
import { type EntryDocument, emptyDocument } from './document/document.rules.ts'
import {
  decryptDocument,
  type EncryptionContext,
  entryContext,
  type Journal,
  readDataKey,
  type WrappedKey,
} from './encryption.reads.server.ts'
import type { Entry, EntryList, EntryStats } from './entries.contract.ts'
import type { Locked } from './lock/lock.contract.ts'
import { notSetAside, setAsideLocks } from './lock/locks.reads.server.ts'

type Row = Selectable<Tables['journal_entries']> & WrappedKey

/** Of ciphertext, to bound memory. The longest entry is 600 kB: 100,000 escapes of six bytes. */
export const maxPageBytes = 2_000_000
const thirtyDays = 30 * 24 * 60 * 60 * 1000

export type ListOutcome = ({ outcome: 'listed' } & EntryList) | { outcome: 'undecryptable' }
export type ReadOutcome = { outcome: 'found'; entry: Entry } | { outcome: 'not_found' | 'undecryptable' }

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

/** Reads one Connection, locked or with its content; another user's is `not_found`. */
export async function readEntry(journal: Journal, owner: Owner, id: string): Promise<ReadOutcome> {
  const result = await withOwner(journal.database, owner, (own) =>
    readEntryInTransaction(own, journal, owner, id),
  )
  return result.outcome === 'found' ? { outcome: 'found', entry: result.entry } : result
}

/** As `readEntry`, in a transaction, and with the whole document unless it is locked. */
export async function readEntryInTransaction(
  own: Database,
  journal: Journal,
  owner: Owner,
  id: string,
): Promise<
  | { outcome: 'found'; entry: Entry; document: EntryDocument | undefined }
  | Exclude<ReadOutcome, { outcome: 'found' }>
> {
  const row = isUuid(id) ? await findRow(own, owner, id) : undefined
  if (!row) return { outcome: 'not_found' }
  const decrypted = await decryptRows<Row, EntryDocument>(own, journal, owner, [row], entryContext)
  const [first] = decrypted === 'undecryptable' ? [] : decrypted
  if (!first || (!first.document && !first.locked)) return { outcome: 'undecryptable' }
  return { outcome: 'found', entry: toEntry(first), document: first.document }
}

const findRow = (own: Database, { user_id }: Owner, id: string) =>
  own
    .selectFrom('journal_entries as row')
    .leftJoin('data_keys as key', 'key.user_id', 'row.user_id')
    .selectAll('row')
    .select(['key.key_id', 'key.wrapped'])
    .where('row.user_id', '=', user_id)
    .where('row.id', '=', id)
    .where(notSetAside(user_id))
    .executeTakeFirst()

/** `times`: the first and last of each UTC day, enough to count local days anywhere. */
export async function readEntryActivity(own: Database, journal: Journal, owner: Owner, latest: number) {
  const { rows } = await sql<{ count: string; first: Date; last: Date }>`
    select count(*) as count, min(created_at) as first, max(created_at) as last
      from journal_entries where user_id = ${owner.user_id} and ${notSetAside(owner.user_id)} group by (created_at at time zone 'UTC')::date`.execute(
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
function queryPage(own: Database, owner: Owner, page: Page, now: Date, hidesSetAside: boolean) {
  const summary = own
    .selectFrom(entryCounts(own, owner, now, hidesSetAside).as('counts'))
    .leftJoin('data_keys as key', (join) => join.on('key.user_id', '=', owner.user_id))
    .selectAll('counts')
    .select(['key.key_id', 'key.wrapped', sql<string>`1::bigint`.as('position')])
    .select(sql<boolean>`exists (${setAsideLocks(owner.user_id)})`.as('has_set_aside'))
  const entries = newestEntries(own, owner, page, hidesSetAside).select(['position', 'remaining'])
  return own
    .selectFrom(entries.as('row'))
    .fullJoin(summary.as('head'), 'head.position', 'row.position')
    .selectAll('row')
    .select(['total', 'linked', 'this_month', 'key_id', 'wrapped', 'has_set_aside'])
    .orderBy('row.created_at', 'desc')
    .orderBy('row.id', 'desc')
    .execute()
}

/** Few people have a lock that is set aside: only they pay for leaving its rows out. */
async function readPage(own: Database, owner: Owner, page: Page, now: Date) {
  const all = await queryPage(own, owner, page, now, false)
  const results = all[0]?.has_set_aside ? await queryPage(own, owner, page, now, true) : all
  const [first] = results as [(typeof results)[number]]
  const [total, linked, this_month] = [first.total, first.linked, first.this_month].map(Number) as Numbers
  const stats: EntryStats = { total, this_month, linked, freeform: total - linked }
  const rows = results.filter((row): row is typeof row & Row & { remaining: string } => row.id !== null)
  const last = rows.at(-1)
  return { rows, next: last && Number(last.remaining) > 0 ? encodeCursor(last) : null, stats }
}
type Numbers = [number, number, number]

/** An index-only scan, unless rows are left out. */
function entryCounts(own: Database, { user_id }: Owner, now: Date, hidesSetAside: boolean) {
  const since = new Date(now.getTime() - thirtyDays)
  return own
    .selectFrom('journal_entries')
    .select(({ fn }) => [
      fn.countAll<string>().as('total'),
      fn.countAll<string>().filterWhere('entry_type', '=', 'term_linked').as('linked'),
      fn.countAll<string>().filterWhere('created_at', '>=', since).as('this_month'),
    ])
    .where('user_id', '=', user_id)
    .$if(hidesSetAside, (query) => query.where(notSetAside(user_id)))
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
function newestEntries(own: Database, { user_id }: Owner, page: Page, hidesSetAside = true) {
  const { after, offset = 0, limit } = page
  let entries = own
    .selectFrom('journal_entries')
    .selectAll()
    .where('user_id', '=', user_id)
    .$if(hidesSetAside, (query) => query.where(notSetAside(user_id)))
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
    .select(['user_id', 'id', 'revision', 'entry_type', 'sealed', 'lock_id', 'created_at', 'updated_at'])
    .where(sql<SqlBool>`bytes <= ${maxPageBytes}`)
    .where(sql<SqlBool>`position <= ${limit}`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
}

/** Decrypts Connections; an undecryptable one has null content, and a locked one `locked`. */
export async function decryptEntries(
  own: Database,
  journal: Journal,
  owner: Owner,
  rows: Row[],
): Promise<Entry[] | 'undecryptable'> {
  const decrypted = await decryptRows<Row, EntryDocument>(own, journal, owner, rows, entryContext)
  return decrypted === 'undecryptable' ? decrypted : decrypted.map(toEntry)
}

const toEntry = ({ row: { user_id, id, revision, entry_type }, ...decrypted }: DecryptedRow<Row>): Entry => ({
  user_id,
  id,
  revision,
  // Whether a locked one is linked to a term is content.
  entry_type: entry_type ?? 'freeform',
  ...decrypted.times,
  ...toFields(decrypted),
})

/** The parts of a document that the API shows. */
export function toFields({
  document,
  locked,
  terms,
}: Pick<DecryptedRow<unknown>, 'document' | 'locked' | 'terms'>) {
  const { linked_term_ids, happened, tags, record } = document ?? emptyDocument
  const [linked_term_id = null] = linked_term_ids
  const term = terms.find(({ id }) => id === linked_term_id) ?? null
  const content = document?.content ?? null
  const fields = { content, linked_term_id, linked_term_ids, term, terms, happened, tags, record }
  return locked ? { ...fields, locked } : fields
}

type SealedRow = WrappedKey & {
  sealed: Buffer
  lock_id: string | null
  created_at: Date
  updated_at: Date
}

type DecryptedRow<Row, Document = EntryDocument> = {
  row: Row
  times: { created_at: string; updated_at: string }
  /** Undefined: locked, or undecryptable. */
  document: Document | undefined
  locked: Locked | undefined
  terms: Entry['terms']
}

/** Decrypts rows and adds their terms. */
export async function decryptRows<Row extends SealedRow, Document extends EntryDocument>(
  own: Database,
  journal: Journal,
  owner: Owner,
  rows: Row[],
  contextOf: (row: Row) => EncryptionContext,
): Promise<DecryptedRow<Row, Document>[] | 'undecryptable'> {
  if (rows.length === 0) return []
  const needsKey = rows.some(({ lock_id }) => lock_id === null)
  const key = needsKey ? await readDataKey(own, journal, owner, rows[0]) : 'none'
  if (needsKey && typeof key === 'string') return 'undecryptable'
  const decrypted = rows.map((row) => ({
    row,
    times: { created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() },
    document:
      row.lock_id === null && typeof key !== 'string'
        ? decryptDocument<Document>(key, row.sealed, contextOf(row), journal.log)
        : undefined,
    locked: row.lock_id === null ? undefined : toLocked(row.lock_id, row.sealed),
  }))
  const termIds = decrypted.flatMap(({ document }) => document?.linked_term_ids ?? [])
  const terms = await readTermsById(own, [...new Set(termIds)])
  return decrypted.map((one) => ({
    ...one,
    terms: (one.document?.linked_term_ids ?? []).flatMap((id) => toLinkedTerm(terms.get(id))),
  }))
}

const toLocked = (lock_id: string, sealed: Buffer): Locked => ({ lock_id, data: sealed.toString('base64') })

function toLinkedTerm(term: Entry['terms'][number] | undefined): Entry['terms'] {
  if (!term) return []
  const { id, term_name, slug, tags, retired } = term
  return [{ id, term_name, slug, tags, retired }]
}
