import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { copyRows, createChecksum, type DumpTable } from './dump.server.ts'
import { type DumpPart, type Head, parseDump, type TableChecksum } from './dump-text.server.ts'
import { BackupError } from './problems.server.ts'
import { backupTables, liveIdTables, liveTables } from './tables.server.ts'

export type OpenedDump = { head: Head; parts: AsyncGenerator<DumpPart> }

/** Throws BackupError for another kind of dump. */
export async function openDump(text: AsyncIterable<Buffer>, kind: Head['kind']): Promise<OpenedDump> {
  const parts = parseDump(text)
  const first = (await parts.next()).value
  if (!first || !('head' in first) || first.head.kind !== kind) {
    throw new BackupError(
      kind === 'backup' ? 'That file is no backup.' : 'That file is not the one with the keys.',
    )
  }
  return { head: first.head, parts }
}

/** Verifies a dump's checksums, before a restore. */
export async function inspectDump(text: AsyncIterable<Buffer>, kind: Head['kind']): Promise<Head> {
  const { head, parts } = await openDump(text, kind)
  const actual: TableChecksum[] = []
  let checksum = createChecksum('')
  for await (const part of parts) {
    if ('table' in part) checksum = createChecksum(part.table)
    if ('rows' in part) checksum.add(part.rows)
    if ('end' in part) actual.push(checksum.sum())
    if ('foot' in part) assertSameTables(part.foot, actual)
  }
  return head
}

/** Loads a backup and compares checksums. `client` acts as `unfog_owner` in a transaction. */
export async function loadBackup(client: pg.ClientBase, { parts }: OpenedDump): Promise<TableChecksum[]> {
  for (const table of backupTables.toReversed()) await client.query(`delete from ${table}`)
  const { checksums, columns } = await loadParts(client, parts, (table) => {
    if (!backupTables.some((name) => name === table))
      throw new BackupError(`This backup holds the table ${table}, which no backup holds.`)
    return table
  })
  for (const expected of checksums) {
    const { table } = expected
    const actual = createChecksum(table)
    const rows = copyRows(client, { table, columns: columns.get(table) ?? [] })
    for await (const piece of rows) actual.add(piece)
    assertSameTable(expected, actual.sum())
  }
  return checksums
}

/** Rows deleted since the backup, and keys restored. */
export type LiveTablesResult = { erased: number; messages: number; keys: number }

/** Restores the keys, and deletes users and messages deleted since the backup. */
export async function loadLiveTables(
  client: pg.ClientBase,
  { parts }: OpenedDump,
): Promise<LiveTablesResult> {
  const tempTable = (table: string) => `present_${table.replace('.', '_')}`
  for (const table of liveTables) {
    await client.query(
      `create temporary table ${tempTable(table)} (like ${table} including defaults) on commit drop`,
    )
  }
  for (const table of liveIdTables)
    await client.query(`create temporary table ${tempTable(table)} (id uuid primary key) on commit drop`)
  await loadParts(client, parts, (table) => {
    if (![...liveTables, ...liveIdTables].some((name) => name === table))
      throw new BackupError(`The file with the keys holds the table ${table}, which it never holds.`)
    return tempTable(table)
  })
  const deleteMissing = (table: string) =>
    client.query(`delete from ${table} where id not in (select id from ${tempTable(table)})`)
  const erased = await deleteMissing('auth.users')
  const messages = await deleteMissing('contact_messages')
  for (const table of ['auth.master_keys', 'auth.audit_events']) {
    await client.query(`delete from ${table}`)
    await client.query(`insert into ${table} select * from ${tempTable(table)}`)
  }
  const keys = await client.query(
    `insert into data_keys select * from ${tempTable('data_keys')} k where exists (select from auth.users u where u.id = k.user_id)`,
  )
  return { erased: erased.rowCount ?? 0, messages: messages.rowCount ?? 0, keys: keys.rowCount ?? 0 }
}

/** Forced row level security stops the owner; triggers change rows. Call `restore` in this transaction. */
export async function disableRowSecurity(client: pg.ClientBase): Promise<{ restore(): Promise<void> }> {
  const { rows } = await client.query<{ name: string; forced: boolean; has_triggers: boolean }>(
    `select c.oid::regclass::text as name, c.relforcerowsecurity as forced,
            exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as has_triggers
       from pg_class c where c.oid = any ($1::text[]::regclass[])`,
    [[...backupTables, ...liveTables]],
  )
  const alterTables = async (forced: string, triggers: string) => {
    for (const row of rows) {
      if (row.forced) await client.query(`alter table ${row.name} ${forced} row level security`)
      if (row.has_triggers) await client.query(`alter table ${row.name} ${triggers} trigger user`)
    }
  }
  await alterTables('no force', 'disable')
  return { restore: () => alterTables('force', 'enable') }
}

async function loadParts(
  client: pg.ClientBase,
  parts: AsyncGenerator<DumpPart>,
  into: (table: string) => string,
) {
  const actual: TableChecksum[] = []
  const columns = new Map<string, string[]>()
  let expected: TableChecksum[] = []
  for await (const part of parts) {
    if ('foot' in part) expected = part.foot
    if (!('table' in part)) continue
    columns.set(part.table, part.columns)
    actual.push(await loadTable(client, { ...part, into: into(part.table) }, parts))
  }
  assertSameTables(expected, actual)
  return { checksums: actual, columns }
}

async function loadTable(
  client: pg.ClientBase,
  { table, into, columns }: DumpTable & { into: string },
  parts: AsyncGenerator<DumpPart>,
): Promise<TableChecksum> {
  const checksum = createChecksum(table)
  const copying = client.query(
    copyFrom(`copy ${into} (${columns.map((name) => `"${name}"`).join(', ')}) from stdin`),
  )
  const done = finished(copying)
  // The rejection is awaited below; without a handler here it would end the process.
  done.catch(() => {})
  try {
    for (;;) {
      const { value: part } = await parts.next()
      if (!part || !('rows' in part)) break
      checksum.add(part.rows)
      if (!copying.write(part.rows)) {
        await Promise.race([new Promise((go) => copying.once('drain', go)), done])
      }
    }
  } catch (thrown) {
    // Otherwise the connection would wait for rows forever.
    copying.destroy(thrown as Error)
    await done.catch(() => {})
    throw thrown
  }
  copying.end()
  await done
  return checksum.sum()
}

function assertSameTables(expected: TableChecksum[], actual: TableChecksum[]): void {
  for (const [index, sum] of actual.entries()) assertSameTable(expected[index], sum)
  if (expected.length !== actual.length) throw new BackupError('This backup lacks a table: it is damaged.')
}

function assertSameTable(expected: TableChecksum | undefined, actual: TableChecksum): void {
  if (expected?.table === actual.table && expected.rows === actual.rows && expected.sha256 === actual.sha256)
    return
  throw new BackupError(
    `The table ${actual.table} did not come back as it was (${actual.rows} rows of ${expected?.rows ?? 'none'}): nothing was changed.`,
  )
}
