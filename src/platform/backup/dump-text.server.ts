import { z } from 'zod'
import { BackupError } from './problems.server.ts'

/*
 * What stands in a backup once it is opened: the text that `psql` reads, as pg_dump writes it (PostgreSQL documentation, COPY, "Text
 * Format"), between two comments. So `age -d`, `gunzip` and `psql` can bring it back without us.
 */

const head = z.object({
  kind: z.enum(['backup', 'present']),
  /** When its snapshot was taken. */
  made: z.iso.datetime(),
  /** What the database had become by then: names and checksums. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
})
export type Head = z.infer<typeof head>

const sum = z.object({ table: z.string(), rows: z.number(), sha256: z.string() })
/** How many rows a table had, and the SHA-256 of their text in the order of their keys. */
export type Sum = z.infer<typeof sum>
const foot = z.object({ tables: z.array(sum) })

export const headLine = (given: Head): string => `-- unfog ${JSON.stringify(given)}\n`
export const footLine = (tables: Sum[]): string => `-- end ${JSON.stringify({ tables })}\n`
/** @param columns unquoted */
export const tableLine = (table: string, columns: readonly string[]): string =>
  `COPY ${table} (${columns.join(', ')}) FROM stdin;\n`
export const tableEnd = '\\.\n'

export type Part =
  | { head: Head }
  | { table: string; columns: string[] }
  /** One or more whole lines of the table before. */
  | { rows: Buffer }
  | { end: string }
  | { foot: Sum[] }

/**
 * Takes a dump apart, a piece at a time.
 *
 * @throws BackupError when it is none, or ends too early
 */
export async function* partsOf(dump: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  let table: string | undefined
  let ended = false
  for await (const lines of wholeLines(dump)) {
    let from = 0
    while (from < lines.length) {
      if (table !== undefined) {
        // A row that is `\.` alone is written `\\.`, so this is the end of the table (same page).
        const end = lines.indexOf(`\n${tableEnd}`, from) + 1
        const stop = lines.subarray(from, from + 3).equals(Buffer.from(tableEnd)) ? from : end || lines.length
        if (stop > from) yield { rows: lines.subarray(from, stop) }
        from = stop
        if (stop === lines.length && !end) continue
        from += tableEnd.length
        yield { end: table }
        table = undefined
        continue
      }
      const lineEnd = lines.indexOf(10, from) + 1
      const line = lines.toString('utf8', from, lineEnd - 1)
      from = lineEnd
      const part = partOf(line)
      if (!part) continue
      if ('table' in part) table = part.table
      ended = 'foot' in part
      yield part
    }
  }
  if (!ended) throw new BackupError('This backup ends too early: it was cut off.')
}

function partOf(line: string): Part | undefined {
  if (line === '') return undefined
  const [, kind, text = ''] = /^-- (unfog|end) (.*)$/.exec(line) ?? []
  const [, table, columns] = /^COPY ([a-z_.]+) \(([a-z0-9_, ]+)\) FROM stdin;$/.exec(line) ?? []
  try {
    if (kind === 'unfog') return { head: head.parse(JSON.parse(text)) }
    if (kind === 'end') return { foot: foot.parse(JSON.parse(text)).tables }
  } catch {
    // Said below.
  }
  if (table && columns) return { table, columns: columns.split(', ') }
  throw new BackupError('This is no backup of ours, or one of a newer version: use the version that made it.')
}

/** Pieces as they come, cut after their last line break. */
async function* wholeLines(dump: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  for await (const piece of dump) {
    const cut = piece.lastIndexOf(10) + 1
    if (cut === 0) {
      rest.push(piece)
      continue
    }
    yield Buffer.concat([...rest, piece.subarray(0, cut)])
    rest = [piece.subarray(cut)]
  }
  if (rest.some((piece) => piece.length > 0))
    throw new BackupError('This backup ends too early: it was cut off.')
}
