import { type Happened, tagKey } from '../document/document.rules.ts'

/** What a filter reads. */
export type FilterableEntry = {
  created_at: string
  linked_term_ids: readonly string[]
  terms: readonly { id: string; term_name: string }[]
  happened: Happened | null
  tags: readonly string[]
}

export type EntrySort = 'newest' | 'oldest' | 'latest' | 'earliest'
/** Which date a month is of. */
type MonthOf = 'written' | 'happened'

/** With its label, because nothing may be left that shows it. */
export type ChosenValue = { value: string; label: string }

export type EntryFilters = {
  /** The id of a term, or `noTerm`. */
  term: ChosenValue | null
  /** A `tagKey`. */
  tag: ChosenValue | null
  /** "2026-03"; of a year alone, "2026". */
  month: ChosenValue | null
  monthOf: MonthOf
  /** Says when it happened. */
  dated: boolean
  /** Unfinished drafts instead of Connections. */
  drafts: boolean
}

export const noTerm = 'none'
export const noFilters: EntryFilters = {
  term: null,
  tag: null,
  month: null,
  monthOf: 'written',
  dated: false,
  drafts: false,
}

/** How many filters are on. */
export const countFilters = ({ term, tag, month, dated, drafts }: EntryFilters): number =>
  [term !== null, tag !== null, month !== null, dated, drafts].filter(Boolean).length

export type FilterChoice = ChosenValue & { count: number }

/** The entries beside each choice: those that match all other filters. */
export type FilterCounts = {
  terms: Map<string, FilterChoice>
  tags: Map<string, FilterChoice>
  months: Map<string, FilterChoice>
  dated: number
}

export const emptyCounts = (): FilterCounts => ({
  terms: new Map(),
  tags: new Map(),
  months: new Map(),
  dated: 0,
})

type Keys = {
  terms: Map<string, string>
  tags: Map<string, string>
  written: string
  happened: string | null
}

/** In the browser only: folding thousands of tags takes a while. */
const keysByEntry = new WeakMap<FilterableEntry, Keys>()

function keysOf(entry: FilterableEntry): Keys {
  const known = keysByEntry.get(entry)
  if (known) return known
  const { created_at, linked_term_ids, terms, happened, tags } = entry
  const keys: Keys = {
    terms: new Map(
      linked_term_ids.length === 0 ? [[noTerm, '']] : terms.map(({ id, term_name }) => [id, term_name]),
    ),
    tags: new Map(tags.map((tag) => [tagKey(tag), tag])),
    written: localMonth(created_at),
    happened: happened?.date.slice(0, 7) ?? null,
  }
  keysByEntry.set(entry, keys)
  return keys
}

/** In the browser's time zone, as cards show the date. */
function localMonth(time: string): string {
  const date = new Date(time)
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`
}

/**
 * Whether an entry matches all filters; `drafts` is the caller's.
 *
 * @param counts gets the entry added beside the choices under which it would be shown
 */
export function applyFilters(entry: FilterableEntry, filters: EntryFilters, counts: FilterCounts): boolean {
  const keys = keysOf(entry)
  const month = keys[filters.monthOf]
  const isMissed = {
    term: filters.term !== null && !keys.terms.has(filters.term.value),
    tag: filters.tag !== null && !keys.tags.has(filters.tag.value),
    month: filters.month !== null && month !== filters.month.value,
    dated: filters.dated && keys.happened === null,
  }
  const misses = Object.values(isMissed).filter(Boolean).length
  const isCounted = (name: keyof typeof isMissed) => misses === 0 || (misses === 1 && isMissed[name])
  if (isCounted('term')) for (const [id, name] of keys.terms) addTo(counts.terms, id, name)
  if (isCounted('tag')) for (const [key, tag] of keys.tags) addTo(counts.tags, key, tag)
  if (isCounted('month') && month !== null) addTo(counts.months, month, month)
  if (isCounted('dated') && keys.happened !== null) counts.dated++
  return misses === 0
}

/** The first spelling stays, which is the newest entry's. */
function addTo(choices: Map<string, FilterChoice>, value: string, label: string) {
  const choice = choices.get(value)
  if (choice) choice.count++
  else choices.set(value, { value, label, count: 1 })
}

/** The most frequent first. */
export const byCount = (choices: Map<string, FilterChoice>): FilterChoice[] =>
  [...choices.values()].sort((a, b) => b.count - a.count || a.label.localeCompare(b.label))

/** The latest month first; a year alone comes after its months. */
export const byMonth = (choices: Map<string, FilterChoice>): FilterChoice[] =>
  [...choices.values()].sort((a, b) => compare(b.value, a.value))

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/**
 * Sorts entries.
 *
 * @param entries the newest first
 * @returns entries without a date last, where dates sort; a year alone counts as its beginning
 */
export function sortEntries<Entry extends Pick<FilterableEntry, 'happened'>>(
  entries: readonly Entry[],
  sort: EntrySort,
): readonly Entry[] {
  if (sort === 'newest') return entries
  if (sort === 'oldest') return [...entries].reverse()
  const dated = entries.flatMap((entry, index) =>
    entry.happened ? [{ entry, index, key: `${entry.happened.date} ${entry.happened.time ?? ''}` }] : [],
  )
  dated.sort((a, b) => compare(b.key, a.key) || a.index - b.index)
  if (sort === 'earliest') dated.reverse()
  return [...dated.map(({ entry }) => entry), ...entries.filter(({ happened }) => !happened)]
}
