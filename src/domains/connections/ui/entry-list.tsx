import { Search } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { Count } from '../../../ui/count/count.tsx'
import { useLoadMore } from '../../../ui/load-more/use-load-more.ts'
import type { EntryList as EntryPage, EntryStats } from '../entries.contract.ts'
import * as messages from '../messages.en.yaml'
import type { EntryQuery, FilterList, FilterListProps } from '../search/ui/entry-query.ts'
import { EntryCard, type EntryTitle, type ListedEntry, type ShowMatches } from './entry-card.tsx'

export type FirstPage = EntryPage & { after?: string | undefined }

/** `linked` is a placeholder until the device has counted it. */
type ListStats = Pick<EntryStats, 'total' | 'this_month'> & { linked: ReactNode }

/** `query` must keep its identity while unchanged. */
export type UseEntries = (
  initial: FirstPage | undefined,
  query: EntryQuery,
) => {
  entries: readonly ListedEntry[]
  counts?: FilterListProps['counts']
  note?: string | undefined
  /** Undefined when loading failed. */
  stats: ListStats | undefined
  hasMore: boolean
  loadingMore: boolean
  failedMore: boolean
  more: () => void
  /** Without scripts; never contains the search. */
  next?: string | undefined
}

export type UseSearch = () => {
  typed: string
  setTyped: (typed: string) => void
  query: EntryQuery
  setFilters?: FilterListProps['setFilters']
  /** All by default. */
  shown?: number
  showMore?: () => void
}

type EntryListProps = {
  initial: FirstPage | undefined
  useEntries: UseEntries
  useSearch: UseSearch
  newer?: ReactNode
  /** In place of no Connections; the samples are never none. */
  empty?: ReactNode
  show?: ShowMatches
  title: EntryTitle
  withTags?: boolean
  /** None in the demo. */
  Filters?: FilterList
}

/** The search never leaves the browser. */
export function EntryList({
  initial,
  useEntries,
  useSearch,
  newer,
  empty,
  show,
  withTags,
  title,
  Filters,
}: EntryListProps) {
  const { typed, setTyped, query, setFilters, shown, showMore } = useSearch()
  const { words, searching } = query
  const { entries, stats, hasMore, loadingMore, failedMore, ...list } = useEntries(initial, query)
  const cards = searching ? entries.slice(0, shown) : entries
  const more = useLoadMore(cards.length, (searching && !failedMore && showMore) || list.more)

  if (!stats) {
    return (
      <p role="alert" className="form-problem">
        {messages.loadFailed()}
      </p>
    )
  }
  if (stats.total === 0) return empty
  return (
    <>
      <dl className="counts">
        <Count name={messages.total()} count={stats.total} />
        <Count name={messages.thisMonth()} count={stats.this_month} />
        <Count name={messages.linked()} count={stats.linked} />
      </dl>
      <SearchBox value={typed} onChange={setTyped} />
      {Filters && <Filters query={query} setFilters={setFilters} counts={list.counts} />}
      <p role="status" className="my-4 text-muted">
        {!searching ? (
          <span className="visually-hidden">
            {messages.shown({ shown: entries.length, total: Math.max(entries.length, stats.total) })}
          </span>
        ) : (
          (list.note ?? messages.found({ count: entries.length }))
        )}
      </p>
      {!searching && newer}
      <ul data-items className="grid gap-4">
        {cards.map((entry) => (
          <EntryCard key={entry.id} {...{ entry, title, words, show, withTags }} />
        ))}
      </ul>
      {failedMore && (
        <p role="alert" className="form-problem mt-4">
          {messages.loadFailed()}
        </p>
      )}
      {(failedMore || (searching ? cards.length < entries.length : hasMore)) && (
        <Link
          to={list.next ?? ''}
          className="btn btn-quiet mt-6"
          // `disabled` would lose the focus.
          aria-disabled={loadingMore}
          onClick={(event) => {
            event.preventDefault()
            if (!loadingMore) more()
          }}
        >
          {loadingMore && <span className="spinner" aria-hidden="true" />}
          {loadingMore ? messages.loading() : messages.loadMore()}
        </Link>
      )}
    </>
  )
}

function SearchBox({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const id = useId()
  return (
    <search className="needs-react relative block">
      <Search className="icon search-lens" aria-hidden="true" />
      <label htmlFor={id} className="visually-hidden">
        {messages.search()}
      </label>
      <input
        id={id}
        type="search"
        className="field ps-11"
        placeholder={messages.searchHint()}
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </search>
  )
}
