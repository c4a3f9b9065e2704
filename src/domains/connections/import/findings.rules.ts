import { limits } from '../entries.rules.ts'
import type { DeriveId } from './derived-id.rules.ts'
import { entryProblem, type ImportedEntry } from './import.rules.ts'
import type { Reading } from './reading.rules.ts'

/** A file, or an entry of one, that cannot be imported. */
export type Unreadable = { file: string; number?: number | undefined; reason: string }

/** An entry and where it is. */
export type FoundEntry = { entry: ImportedEntry; file: string; number?: number | undefined }

/** What reading the files brought up. */
export type Findings = {
  entries: FoundEntry[]
  unreadable: Unreadable[]
  /** Counts of what does not come along. */
  leftOut: Record<'media' | 'drafts' | 'deleted' | 'favorites' | 'tags' | 'files' | 'paths', number>
  /** Names of fields of a newer version. */
  fields: Set<string>
  hasDayOne: boolean
  isNewer: boolean
  /** How many texts were read as windows-1252, and how many dates could not be read. */
  notes: { windows: number; dates: number }
}

export const noFindings = (): Findings => ({
  entries: [],
  unreadable: [],
  leftOut: { media: 0, drafts: 0, deleted: 0, favorites: 0, tags: 0, files: 0, paths: 0 },
  fields: new Set(),
  hasDayOne: false,
  isNewer: false,
  notes: { windows: 0, dates: 0 },
})

const longestName = 40

/**
 * Adds an entry, or why it cannot be read.
 *
 * @param toId derives the id of an entry from another program
 */
export async function addReading(
  findings: Findings,
  reading: Reading,
  { file, number, now }: { file: string; number?: number | undefined; now: Date },
  toId: DeriveId,
): Promise<void> {
  findings.leftOut.media += reading.media ?? 0
  const problem = 'problem' in reading ? reading.problem : entryProblem(reading.entry, now)
  if (problem !== undefined || 'problem' in reading) {
    findings.unreadable.push({ file, number, reason: problem ?? '' })
    return
  }
  const { entry, id, identity, lostTags = 0, unknownFields = [], hasUnreadDate } = reading
  findings.leftOut.tags += lostTags
  findings.notes.dates += hasUnreadDate ? 1 : 0
  for (const name of unknownFields) findings.fields.add(name.slice(0, longestName))
  const own = id ?? (await toId(identity?.time ?? 0, identity?.source ?? entry.content))
  findings.entries.push({ entry: { ...entry, id: own }, file, number })
}

/** What an import would do. */
export type Plan = {
  /** The newest first. */
  fresh: FoundEntry[]
  /** Already here, or in the trash. */
  existing: number
  /** More than once in the files. */
  repeated: number
  /** Beyond what a journal holds. */
  noRoom: number
}

/**
 * Compares what was found with what is here.
 *
 * @param ids of all Connections
 */
export function planImport(
  found: readonly FoundEntry[],
  { ids, deleted_ids }: { ids: readonly string[]; deleted_ids: readonly string[] },
): Plan {
  const here = new Set([...ids, ...deleted_ids])
  const byId = new Map(found.map((one) => [one.entry.id, one]))
  const added = [...byId.values()].filter(({ entry }) => !here.has(entry.id))
  added.sort((one, other) => Date.parse(other.entry.created_at) - Date.parse(one.entry.created_at))
  const fresh = added.slice(0, Math.max(0, limits.entries - ids.length))
  return {
    fresh,
    existing: byId.size - added.length,
    repeated: found.length - byId.size,
    noRoom: added.length - fresh.length,
  }
}
