import type { EntryDocument } from '../document/document.rules.ts'
import { previewOf } from '../preview.rules.ts'
import type { EntryVersion } from './versions.contract.ts'

/** At most this many earlier versions of one Connection, and this many more of all within a day (docs/decisions/040). */
export const versionLimits = { entry: 50, day: 1_000 } as const

type SavedVersion = { revision: number; updated_at: Date }

/**
 * Picks the revisions to remove from a Connection with too many: again and again the one whose neighbors were saved closest together,
 * measured against its age, and never the first or the newest.
 *
 * @param versions the earlier ones, in any order
 */
export function versionsToRemove(versions: readonly SavedVersion[], now: Date): number[] {
  const remaining = versions.toSorted((one, other) => one.revision - other.revision)
  const removed: number[] = []
  while (remaining.length > versionLimits.entry) {
    const index = indexToRemove(remaining, now)
    removed.push(...remaining.splice(index, 1).map(({ revision }) => revision))
  }
  return removed
}

/** The oldest of equals. */
function indexToRemove(versions: readonly SavedVersion[], now: Date): number {
  const times = versions.map(({ updated_at }) => updated_at.getTime())
  let [lowest, found] = [Number.POSITIVE_INFINITY, 1]
  for (let index = 1; index < times.length - 1; index++) {
    const gap = elapsed(times[index - 1], times[index + 1])
    const score = gap / elapsed(times[index], now.getTime())
    if (score < lowest) [lowest, found] = [score, index]
  }
  return found
}

/** At least a millisecond: a server's clock can be set back. */
const elapsed = (from = 0, to = 0) => Math.max(to - from, 1)

type Restorable = Omit<EntryDocument, 'content'> & { terms: readonly { id: string }[] }

/**
 * What a request changes to restore a version. A term that the glossary no longer has cannot be linked again.
 *
 * @param current ids that are linked now, and can stay
 */
export function restoringChange(
  version: Restorable & { content: string },
  current: readonly string[],
): EntryDocument {
  const { content, happened, tags, record, terms } = version
  const linkable = new Set([...terms.map(({ id }) => id), ...current])
  const linked_term_ids = version.linked_term_ids.filter((id) => linkable.has(id))
  return { content, linked_term_ids, happened, tags, record }
}

/** Null preview: it does not open. */
export type VersionPreview = Pick<EntryVersion, 'revision' | 'updated_at'> & {
  term_name: string | undefined
  preview: string | null
}

export const toVersionPreview = ({ revision, updated_at, term, content }: EntryVersion): VersionPreview => ({
  ...{ revision, updated_at, term_name: term?.term_name },
  preview: content === null ? null : previewOf(content),
})
