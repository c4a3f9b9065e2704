import { cleanTags, documentLimits, splitTags, tagKey, tagProblem } from '../document/document.rules.ts'
import type { Draft, DraftChange } from '../drafts/drafts.contract.ts'
import * as messages from '../messages.en.yaml'

export type TagCount = { tag: string; count: number }

/** Counts tags, the most used first. Of spellings that differ by case or accents, the newest entry's is shown. */
export function countTags(entries: readonly { tags: readonly string[] }[]): TagCount[] {
  const keys = new Map<string, string>()
  const byKey = new Map<string, TagCount>()
  for (const tag of entries.flatMap(({ tags }) => tags)) {
    const key = keys.get(tag) ?? tagKey(tag)
    keys.set(tag, key)
    const counted = byKey.get(key)
    if (counted) counted.count++
    else byKey.set(key, { tag, count: 1 })
  }
  return [...byKey.values()].sort((a, b) => b.count - a.count || a.tag.localeCompare(b.tag))
}

/** `drafts` counts drafts of their own; `count` counts Connections. */
export type OwnTag = TagCount & { drafts: number }

/** Counts the tags of Connections and drafts, from A to Z. */
export function listTags(entries: readonly Tagged[], drafts: readonly Tagged[]): OwnTag[] {
  const byKey = new Map<string, OwnTag>()
  for (const { tag, count } of countTags(entries)) byKey.set(tagKey(tag), { tag, count, drafts: 0 })
  for (const { tag, count } of countTags(drafts))
    byKey.set(tagKey(tag), { tag, count: 0, ...byKey.get(tagKey(tag)), drafts: count })
  return [...byKey.values()].sort((a, b) => a.tag.localeCompare(b.tag))
}

type Tagged = { tags: readonly string[] }

/** `to` null removes the tag. */
export type TagChange = { from: string; to: string | null }

/** Applies a change to the tags of one Connection; a tag that it has already is not doubled. */
export function changeTags(tags: readonly string[], { from, to }: TagChange): string[] {
  const key = tagKey(from)
  return cleanTags(tags.flatMap((tag) => (tagKey(tag) === key ? (to ?? []) : tag)))
}

/** Whether the change has something to do. */
export const isChanged = (tags: readonly string[], change: TagChange): boolean => findChanged(change)(tags)

/** As `isChanged`, for many: folding the same few words thousands of times would block the page. */
function findChanged({ from, to }: TagChange): (tags: readonly string[]) => boolean {
  const key = tagKey(from)
  const isFrom = new Map<string, boolean>()
  return (tags) =>
    tags.some((tag) => {
      const is = isFrom.get(tag) ?? tagKey(tag) === key
      isFrom.set(tag, is)
      return is && tag !== to
    })
}

/**
 * Reads the new name of a tag.
 *
 * @param own all tags; a name that is one of them takes its spelling, and `merges`
 * @returns a problem is a sentence
 */
export function readNewName(
  typed: string,
  from: string,
  own: readonly { tag: string }[],
): { to: string; merges: boolean } | { problem: string } {
  const names = splitTags(typed)
  const [name] = names
  if (name === undefined) return { problem: messages.tagNameMissing() }
  if (names.length > 1) return { problem: messages.oneTagOnly() }
  const problem = tagProblem(names)
  if (problem) return { problem: messages.tagTooLong({ max: documentLimits.tagLength }) }
  if (name === from) return { problem: messages.sameTagName() }
  const existing = own.find(({ tag }) => tagKey(tag) === tagKey(name) && tagKey(tag) !== tagKey(from))
  return existing ? { to: existing.tag, merges: true } : { to: name, merges: false }
}

type Saved = { id: string; revision: number; tags: readonly string[] }

/** One step of a change: a Connection, its draft, or both. */
export type TagTask<Entry extends Saved> = { entry?: Entry; draft?: Draft }

/** What a change has to do, in the order of the lists. A draft comes with its Connection, whose revision it names. */
export function planTagChange<Entry extends Saved>(
  entries: readonly Entry[],
  drafts: readonly Draft[],
  change: TagChange,
): TagTask<Entry>[] {
  const openable = new Map(drafts.filter(({ content }) => content !== null).map((draft) => [draft.id, draft]))
  const isFound = findChanged(change)
  const tasks = entries
    .filter(({ tags }) => isFound(tags))
    .map((entry): TagTask<Entry> => {
      const draft = openable.get(entry.id)
      openable.delete(entry.id)
      return { entry, ...(draft && { draft }) }
    })
  const others = [...openable.values()].filter(({ tags }) => isFound(tags))
  return [...tasks, ...others.map((draft) => ({ draft }))]
}

/**
 * The request that changes a draft.
 *
 * @param moved the revisions of its Connection before and after it was changed here
 * @returns undefined where nothing changes
 */
export function toDraftChange(
  draft: Draft,
  change: TagChange,
  moved?: { before: number; after: number },
):
  | (Pick<DraftChange, 'revision' | 'entry_revision'> &
      Pick<Draft, 'linked_term_ids' | 'tags'> & { content: string })
  | undefined {
  const { content, linked_term_ids, tags, revision } = draft
  // Else saving the draft would ask which version stays.
  const follows = moved !== undefined && draft.entry_revision === moved.before
  if (content === null || !(follows || isChanged(tags, change))) return undefined
  const entry_revision = follows ? moved.after : draft.entry_revision
  return { content, linked_term_ids, tags: changeTags(tags, change), revision, entry_revision }
}

/** Values of the messages `tagPlaces` and `deleteTagQuestion`. */
export const placesOf = ({ connections, drafts }: { connections: number; drafts: number }) => ({
  connections,
  drafts,
  kind: drafts === 0 ? ('connections' as const) : connections === 0 ? ('drafts' as const) : ('both' as const),
})
