import { createHash } from 'node:crypto'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { footLine, type Head, headLine, type Sum, tableEnd, tableLine } from './dump-text.server.ts'
import { counted, kept, present } from './tables.server.ts'

/** One table of a dump. */
export type Portion = { table: string; columns: readonly string[] }

/** Opens the one snapshot that both files are made of: nothing in it changes, and nobody waits for it. */
export async function openSnapshot(client: pg.ClientBase): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
}

/** What stands in each file, for the tables as they are now. */
async function portionsOf(client: pg.ClientBase, kind: Head['kind']): Promise<Portion[]> {
  const whole = kind === 'backup' ? kept : present
  const portions: Portion[] = []
  for (const table of whole) portions.push({ table, columns: await columnsOf(client, table) })
  return kind === 'backup' ? portions : [...portions, ...counted.map((table) => ({ table, columns: ['id'] }))]
}

/** Columns in their order, without those that the database computes. */
async function columnsOf(client: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/**
 * The text of a backup, a piece at a time.
 *
 * @param client within a snapshot, as a role that row level security hides nothing from
 */
export async function* dump(
  client: pg.ClientBase,
  kind: Head['kind'],
  made: Date,
): AsyncGenerator<Buffer, void> {
  // Else a role that may not pass row level security by would give a backup with nobody in it, and no error.
  await client.query('set local row_security = off')
  const { rows: migrations } = await client.query(
    'select name, checksum from schema_migrations order by name',
  )
  yield Buffer.from(headLine({ kind, made: made.toISOString(), migrations }))
  const sums: Sum[] = []
  for (const { table, columns } of await portionsOf(client, kind)) {
    yield Buffer.from(tableLine(table, columns))
    const adder = newSum(table)
    for await (const piece of rowsOf(client, { table, columns })) {
      adder.add(piece)
      yield piece
    }
    sums.push(adder.sum())
    yield Buffer.from(tableEnd)
  }
  yield Buffer.from(footLine(sums))
}

/** The rows of a table as COPY writes them, in the order of its primary key. */
export async function* rowsOf(
  client: pg.ClientBase,
  { table, columns }: Portion,
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

/** Counts rows and their SHA-256 as they pass. */
export function newSum(table: string): { add(piece: Buffer): void; sum(): Sum } {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(piece) {
      hash.update(piece)
      // In this format a line break within a text is written `\n`.
      for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) rows++
    },
    sum: () => ({ table, rows, sha256: hash.digest('hex') }),
  }
}
