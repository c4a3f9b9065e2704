import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { newSum, type Portion, rowsOf } from './dump.server.ts'
import { type Head, type Part, partsOf, type Sum } from './dump-text.server.ts'
import { BackupError } from './problems.server.ts'
import { counted, kept, present } from './tables.server.ts'

/** What a dump begins with, and the rest of it. */
export type Opened = { head: Head; parts: AsyncGenerator<Part> }

/** @throws BackupError when it is no dump of this kind */
export async function openDump(text: AsyncIterable<Buffer>, kind: Head['kind']): Promise<Opened> {
  const parts = partsOf(text)
  const first = (await parts.next()).value
  if (!first || !('head' in first) || first.head.kind !== kind) {
    throw new BackupError(
      kind === 'backup' ? 'That file is no backup.' : 'That file is not the one with the keys.',
    )
  }
  return { head: first.head, parts }
}

/**
 * Reads a dump to its end and believes nothing: opened with its key, whole, and with the rows that it says it has. So nothing is
 * begun with one that is damaged.
 */
export async function inspectDump(text: AsyncIterable<Buffer>, kind: Head['kind']): Promise<Head> {
  const { head, parts } = await openDump(text, kind)
  const found: Sum[] = []
  let adder = newSum('')
  for await (const part of parts) {
    if ('table' in part) adder = newSum(part.table)
    if ('rows' in part) adder.add(part.rows)
    if ('end' in part) found.push(adder.sum())
    if ('foot' in part) refuseOthers(part.foot, found)
  }
  return head
}

/**
 * Fills empty tables with a backup, and compares what then stands there with what stood there when it was made.
 *
 * @param client within a transaction, acting as `unfog_owner`, on a database with the migrations of the backup
 * @throws BackupError when anything is other than it was
 */
export async function loadBackup(client: pg.ClientBase, { parts }: Opened): Promise<Sum[]> {
  for (const table of kept.toReversed()) await client.query(`delete from ${table}`)
  const { sums, columns } = await loadParts(client, parts, (table) => {
    if (!kept.some((name) => name === table))
      throw new BackupError(`This backup holds the table ${table}, which no backup holds.`)
    return table
  })
  for (const said of sums) {
    const found = newSum(said.table)
    for await (const piece of rowsOf(client, { table: said.table, columns: columns.get(said.table) ?? [] })) {
      found.add(piece)
    }
    refuseOther(said, found.sum())
  }
  return sums
}

/** How many rows a restore took away again, and how many keys came back. */
export type Replayed = { erased: number; messages: number; keys: number }

/**
 * Brings a loaded backup to what the small file knows: puts the keys back, and takes away whoever was erased since.
 *
 * @param client as above
 */
export async function loadPresent(client: pg.ClientBase, { parts }: Opened): Promise<Replayed> {
  const aside = (table: string) => `present_${table.replace('.', '_')}`
  for (const table of present) {
    await client.query(
      `create temporary table ${aside(table)} (like ${table} including defaults) on commit drop`,
    )
  }
  for (const table of counted)
    await client.query(`create temporary table ${aside(table)} (id uuid primary key) on commit drop`)
  await loadParts(client, parts, (table) => {
    if (![...present, ...counted].some((name) => name === table))
      throw new BackupError(`The file with the keys holds the table ${table}, which it never holds.`)
    return aside(table)
  })
  const gone = (table: string) =>
    client.query(`delete from ${table} where id not in (select id from ${aside(table)})`)
  const erased = await gone('auth.users')
  const messages = await gone('contact_messages')
  for (const table of ['auth.master_keys', 'auth.audit_events']) {
    await client.query(`delete from ${table}`)
    await client.query(`insert into ${table} select * from ${aside(table)}`)
  }
  const keys = await client.query(
    `insert into data_keys select * from ${aside('data_keys')} k where exists (select from auth.users u where u.id = k.user_id)`,
  )
  return { erased: erased.rowCount ?? 0, messages: messages.rowCount ?? 0, keys: keys.rowCount ?? 0 }
}

/**
 * For a restore: walls that are for those who serve would keep the owner from writing, and triggers would write something else
 * than the backup says. Both come back with `raise`, in the same transaction.
 */
export async function disableRowSecurity(client: pg.ClientBase): Promise<{ raise(): Promise<void> }> {
  const { rows } = await client.query<{ name: string; forced: boolean; sealed: boolean }>(
    `select c.oid::regclass::text as name, c.relforcerowsecurity as forced,
            exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as sealed
       from pg_class c where c.oid = any ($1::text[]::regclass[])`,
    [[...kept, ...present]],
  )
  const each = async (forced: string, triggers: string) => {
    for (const row of rows) {
      if (row.forced) await client.query(`alter table ${row.name} ${forced} row level security`)
      if (row.sealed) await client.query(`alter table ${row.name} ${triggers} trigger user`)
    }
  }
  await each('no force', 'disable')
  return { raise: () => each('force', 'enable') }
}

async function loadParts(
  client: pg.ClientBase,
  parts: AsyncGenerator<Part>,
  into: (table: string) => string,
) {
  const found: Sum[] = []
  const columns = new Map<string, string[]>()
  let said: Sum[] = []
  for await (const part of parts) {
    if ('foot' in part) said = part.foot
    if (!('table' in part)) continue
    columns.set(part.table, part.columns)
    found.push(await loadTable(client, { ...part, into: into(part.table) }, parts))
  }
  refuseOthers(said, found)
  return { sums: found, columns }
}

async function loadTable(
  client: pg.ClientBase,
  { table, into, columns }: Portion & { into: string },
  parts: AsyncGenerator<Part>,
): Promise<Sum> {
  const adder = newSum(table)
  const copying = client.query(
    copyFrom(`copy ${into} (${columns.map((name) => `"${name}"`).join(', ')}) from stdin`),
  )
  const done = finished(copying)
  // It is heard of below.
  done.catch(() => {})
  try {
    for (;;) {
      const { value: part } = await parts.next()
      if (!part || !('rows' in part)) break
      adder.add(part.rows)
      if (!copying.write(part.rows)) {
        await Promise.race([new Promise((go) => copying.once('drain', go)), done])
      }
    }
  } catch (thrown) {
    // The connection would else wait for more rows for ever.
    copying.destroy(thrown as Error)
    await done.catch(() => {})
    throw thrown
  }
  copying.end()
  await done
  return adder.sum()
}

function refuseOthers(said: Sum[], found: Sum[]): void {
  for (const [place, sum] of found.entries()) refuseOther(said[place], sum)
  if (said.length !== found.length) throw new BackupError('This backup lacks a table: it is damaged.')
}

function refuseOther(said: Sum | undefined, found: Sum): void {
  if (said?.table === found.table && said.rows === found.rows && said.sha256 === found.sha256) return
  throw new BackupError(
    `The table ${found.table} did not come back as it was (${found.rows} rows of ${said?.rows ?? 'none'}): nothing was changed.`,
  )
}
