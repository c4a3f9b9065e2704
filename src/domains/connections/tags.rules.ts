import { tagKey } from './document.rules.ts'

export type TagCount = { tag: string; count: number }

/** Counts tags, the most used first. Of spellings that differ by case or accents, the newest entry's is shown. */
export function countTags(entries: readonly { tags: readonly string[] }[]): TagCount[] {
  const byKey = new Map<string, TagCount>()
  for (const tag of entries.flatMap(({ tags }) => tags)) {
    const counted = byKey.get(tagKey(tag)) ?? { tag, count: 0 }
    byKey.set(tagKey(tag), { ...counted, count: counted.count + 1 })
  }
  return [...byKey.values()].sort((a, b) => b.count - a.count || a.tag.localeCompare(b.tag))
}
