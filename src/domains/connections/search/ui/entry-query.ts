import type { ComponentType } from 'react'
import type { EntryFilters, EntrySort, FilterCounts } from '../entry-filters.rules.ts'

/** The filters as they are chosen; `isOpen` is the disclosure. */
export type ListFilters = EntryFilters & { sort: EntrySort; isOpen: boolean }

/** What the list shows. */
export type EntryQuery = {
  words: readonly string[]
  /** The list differs from all Connections, the newest first. */
  searching: boolean
  filters?: ListFilters
}

export type FilterListProps = {
  filters: ListFilters
  setFilters: (change: Partial<ListFilters>) => void
  /** `counts`: undefined until all Connections are counted. */
  counts: { counts: FilterCounts | undefined; drafts: number; failed: boolean; retry: () => void }
}

/** Draws the filters between the search box and the list. */
export type FilterList = ComponentType<
  { query: EntryQuery } & { [Name in 'setFilters' | 'counts']: FilterListProps[Name] | undefined }
>
