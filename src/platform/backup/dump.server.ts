import { createHash } from 'node:crypto'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { footLine, type Head, headLine, type TableChecksum, tableEnd, tableLine } from './dump-text.server.ts'
import { backupTables, liveIdTables, liveTables } from './tables.server.ts'

export type DumpTable = { table: string; columns: readonly string[] }

/** Opens a snapshot for both files, without blocking writers. */
export async function openSnapshot(client: pg.ClientBase): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
}

async function dumpTables(client: pg.ClientBase, kind: Head['kind']): Promise<DumpTable[]> {
  const tables = kind === 'backup' ? backupTables : liveTables
  const portions: DumpTable[] = []
  for (const table of tables) portions.push({ table, columns: await readColumns(client, table) })
  if (kind === 'present') portions.push(...liveIdTables.map((table) => ({ table, columns: ['id'] })))
  return portions
}

/** Without generated columns. */
async function readColumns(client: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/** Streams a backup in a snapshot, as a role with BYPASSRLS. */
export async function* dump(
  client: pg.ClientBase,
  kind: Head['kind'],
  createdAt: Date,
): AsyncGenerator<Buffer, void> {
  // Without BYPASSRLS queries then fail instead of returning no rows.
  await client.query('set local row_security = off')
  const { rows: migrations } = await client.query(
    'select name, checksum from schema_migrations order by name',
  )
  yield Buffer.from(headLine({ kind, made: createdAt.toISOString(), migrations }))
  const checksums: TableChecksum[] = []
  for (const { table, columns } of await dumpTables(client, kind)) {
    yield Buffer.from(tableLine(table, columns))
    const checksum = createChecksum(table)
    for await (const piece of copyRows(client, { table, columns })) {
      checksum.add(piece)
      yield piece
    }
    checksums.push(checksum.sum())
    yield Buffer.from(tableEnd)
  }
  yield Buffer.from(footLine(checksums))
}

/** Streams a table's rows in primary key order. */
export async function* copyRows(
  client: pg.ClientBase,
  { table, columns }: DumpTable,
): AsyncGenerator<Buffer, void> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(a.attname), ', ' order by k.place) as columns
       from pg_index i, unnest(i.indkey) with ordinality as k(number, place), pg_attribute a
      where i.indrelid = $1::regclass and i.indisprimary and a.attrelid = i.indrelid and a.attnum = k.number`,
    [table],
  )
  const quoted = columns.map((name) => `"${name}"`).join(', ')
  const copied = client.query(
    copyTo(`copy (select ${quoted} from ${table} order by ${rows[0]?.columns}) to stdout`),
  )
  for await (const piece of copied) yield piece as Buffer
}

/** Counts and hashes rows. */
export function createChecksum(table: string): { add(piece: Buffer): void; sum(): TableChecksum } {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(piece) {
      hash.update(piece)
      // COPY escapes line breaks in values.
      for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) rows++
    },
    sum: () => ({ table, rows, sha256: hash.digest('hex') }),
  }
}
