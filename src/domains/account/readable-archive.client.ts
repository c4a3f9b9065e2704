import type { Draft } from '../connections/drafts/drafts.contract.ts'
import type { Entry } from '../connections/entries.contract.ts'
import type { ExportedVersion } from '../connections/history/versions.contract.ts'
import type { LockRow } from '../connections/lock/lock.contract.ts'
import type { DeletedEntry } from '../connections/trash/trash.contract.ts'
import type { AccountData, ArchiveChunk } from './export.contract.ts'
import { isLocked, writeData, writeHtml } from './export.rules.ts'
import { zipFiles } from './zip-files.rules.ts'

/** data.json of a downloaded archive, read in parts; each call reads it from its start. */
type LockedData = {
  /** All members but these. */
  members: (except: readonly string[]) => Promise<Record<string, unknown>>
  /** A list, in batches. */
  list: (name: string) => AsyncIterable<unknown[]>
}

export type ReadableOptions = {
  data: LockedData
  /** Opens what is locked; what does not open stays as it is. @throws when the journal was closed meanwhile */
  open: <Value>(value: Value) => Promise<Value>
  timeZone: string
  breathe: () => Promise<void>
}

/** The lists that can be long. */
const lists = ['connections', 'connection_versions', 'deleted_connections', 'set_aside']
type Lists = {
  connections: Entry
  connection_versions: ExportedVersion
  deleted_connections: DeletedEntry
  /** Not opened: nobody can for now. */
  set_aside: LockRow
}

type Counts = Record<keyof Lists | 'drafts', number>

/** More in one hour are not put in order: they would have to be in memory at once. */
const longestHour = 2_000

/**
 * Makes the archive of the server from its locked one, on the device: the same files, with all texts that open. The rest stays locked in
 * it. Memory has a batch at a time.
 *
 * @returns how many stay locked
 * @throws when the archive is not whole, or the journal was closed
 */
export async function* makeReadableArchive({
  data,
  open,
  timeZone,
  breathe,
}: ReadableOptions): AsyncGenerator<ArchiveChunk, { locked: number }> {
  const { v: _, made_at: time, counts, ...others } = await data.members(lists)
  const expected: Counts = { set_aside: 0, ...(counts as Omit<Counts, 'set_aside'>) }
  const made_at = new Date(String(time))
  let [done, locked] = [0, 0]
  // Connections and the trash are in both files.
  const once = expected.connection_versions + expected.set_aside
  const of = 2 * (expected.connections + expected.deleted_connections) + once

  async function* read<Name extends keyof Lists>(name: Name): AsyncGenerator<Lists[Name][]> {
    let count = 0
    for await (const batch of data.list(name)) {
      const rows = (name === 'set_aside' ? batch : await open(batch)) as Lists[Name][]
      count += rows.length
      done += rows.length
      yield rows
    }
    if (count !== expected[name]) throw new Error(`${name} of the archive is not whole`)
  }
  async function* counted<Name extends 'connections' | 'connection_versions' | 'deleted_connections'>(
    name: Name,
  ) {
    for await (const rows of read(name)) {
      locked += rows.filter(isLocked).length
      yield rows
    }
  }

  const drafts = byTime(await open(others.drafts as Draft[]))
  if (drafts.length !== expected.drafts) throw new Error('the drafts of the archive are not whole')
  locked += drafts.filter(isLocked).length
  const accountData = { ...others, drafts } as AccountData
  const files = {
    'connections.html': writeHtml(
      made_at,
      timeZone,
      drafts,
      inOrder(read('connections')),
      read('deleted_connections'),
    ),
    'data.json': writeData(made_at, accountData, {
      connections: inOrder(counted('connections')),
      connection_versions: counted('connection_versions'),
      deleted_connections: counted('deleted_connections'),
      ...(expected.set_aside > 0 && { set_aside: read('set_aside') }),
    }),
  }
  for await (const part of zipFiles(files, made_at, breathe)) yield { part, done, of }
  return { locked }
}

const byTime = <Row extends { created_at: string }>(rows: readonly Row[]): Row[] =>
  [...rows].sort((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at))

/** The server knows the hour of a locked Connection, and sorts by it. */
async function* inOrder(batches: AsyncIterable<Entry[]>): AsyncGenerator<Entry[]> {
  let hour: Entry[] = []
  for await (const rows of batches) {
    for (const row of rows) {
      const [first] = hour
      const isSameHour = first === undefined || hourOf(first) === hourOf(row)
      if (!isSameHour || hour.length >= longestHour) {
        yield byTime(hour)
        hour = []
      }
      hour.push(row)
    }
  }
  if (hour.length > 0) yield byTime(hour)
}

const hourOf = ({ created_at }: Entry) => created_at.slice(0, 13)
