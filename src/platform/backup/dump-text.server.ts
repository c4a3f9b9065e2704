import { z } from 'zod'
import { BackupError } from './problems.server.ts'

/* COPY text (PostgreSQL documentation, COPY, "Text Format"): `age -d`, `gunzip` and `psql` can restore it. */

const head = z.object({
  kind: z.enum(['backup', 'present']),
  made: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
})
export type Head = z.infer<typeof head>

const sum = z.object({ table: z.string(), rows: z.number(), sha256: z.string() })
/** The SHA-256 of a table's text in primary key order. */
export type TableChecksum = z.infer<typeof sum>
const foot = z.object({ tables: z.array(sum) })

export const headLine = (header: Head): string => `-- unfog ${JSON.stringify(header)}\n`
export const footLine = (tables: TableChecksum[]): string => `-- end ${JSON.stringify({ tables })}\n`
/** The columns are unquoted. */
export const tableLine = (table: string, columns: readonly string[]): string =>
  `COPY ${table} (${columns.join(', ')}) FROM stdin;\n`
export const tableEnd = '\\.\n'

export type DumpPart =
  | { head: Head }
  | { table: string; columns: string[] }
  | { rows: Buffer }
  | { end: string }
  | { foot: TableChecksum[] }

/** Parses a dump. Throws BackupError if it is invalid or truncated. */
export async function* parseDump(dump: AsyncIterable<Buffer>): AsyncGenerator<DumpPart> {
  let table: string | undefined
  let ended = false
  for await (const lines of wholeLines(dump)) {
    let from = 0
    while (from < lines.length) {
      if (table !== undefined) {
        // COPY escapes a row `\.` as `\\.`.
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
      const part = parseLine(line)
      if (!part) continue
      if ('table' in part) table = part.table
      ended = 'foot' in part
      yield part
    }
  }
  if (!ended) throw new BackupError('This backup ends too early: it was cut off.')
}

function parseLine(line: string): DumpPart | undefined {
  if (line === '') return undefined
  const [, kind, text = ''] = /^-- (unfog|end) (.*)$/.exec(line) ?? []
  const [, table, columns] = /^COPY ([a-z_.]+) \(([a-z0-9_, ]+)\) FROM stdin;$/.exec(line) ?? []
  try {
    if (kind === 'unfog') return { head: head.parse(JSON.parse(text)) }
    if (kind === 'end') return { foot: foot.parse(JSON.parse(text)).tables }
  } catch {
    // An unreadable line is reported below.
  }
  if (table && columns) return { table, columns: columns.split(', ') }
  throw new BackupError('This is no backup of ours, or one of a newer version: use the version that made it.')
}

/** Ends each chunk at a line break. */
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
