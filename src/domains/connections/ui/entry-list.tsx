import { Search } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { useLoadMore } from '../../../ui/load-more/use-load-more.ts'
import type { Entry, EntryList as EntryPage, EntryStats } from '../contract.ts'
import { connectionMessages, matchesEntry } from '../rules.ts'
import { EntryCard, type EntryTitle } from './entry-card.tsx'

/** A page of Connections as the server read it: `from` is how many newer ones there are. */
type FirstPage = EntryPage & { from?: number }

/**
 * What there is to show, and how far it is. It is used as a hook, always the same one.
 *
 * @param all whether everything is wanted, because it is searched
 */
export type UseEntries = (
  initial: FirstPage | undefined,
  all: boolean,
) => {
  entries: Entry[]
  /** Undefined when nothing could be read. */
  stats: EntryStats | undefined
  hasMore: boolean
  loadingMore: boolean
  failedMore: boolean
  more: () => void
}

type EntryListProps = {
  initial: FirstPage | undefined
  /** Where they come from: one's own journal (use-own-entries.ts), or samples. */
  useEntries: UseEntries
  title?: EntryTitle
}

/** All Connections, twenty a page, with their counts and a search that never leaves the browser. */
export function EntryList({ initial, useEntries, title }: EntryListProps) {
  const [typed, setTyped] = useState('')
  const search = typed.trim()
  const { entries, stats, hasMore, loadingMore, failedMore, ...list } = useEntries(initial, search !== '')
  const more = useLoadMore(entries.length, list.more)
  const from = (search === '' && initial?.from) || 0
  const found = search === '' ? entries : entries.filter((entry) => matchesEntry(entry, search))

  if (!stats) {
    return (
      <p role="alert" className="form-problem">
        {connectionMessages.list}
      </p>
    )
  }
  if (stats.total === 0) {
    return (
      <div className="empty">
        <h2>No connections yet</h2>
        <p>A Connection is a note to yourself: what happened, and the word that fits it, if there is one.</p>
        <Link to="/dashboard/connections/new" className="btn">
          Create First Connection
        </Link>
      </div>
    )
  }
  return (
    <>
      <dl className="counts">
        <div>
          <dt>Total Connections</dt>
          <dd>{stats.total}</dd>
        </div>
        <div>
          <dt>This Month</dt>
          <dd>{stats.this_month}</dd>
        </div>
        <div>
          <dt>Linked to Terms</dt>
          <dd>{stats.linked}</dd>
        </div>
      </dl>
      <SearchBox value={typed} onChange={setTyped} />
      <p role="status" className="my-4 text-muted">
        {search === '' ? (
          <span className="for-ears">{`${entries.length} of ${stats.total} connections`}</span>
        ) : hasMore ? (
          `Searching ${entries.length} of ${stats.total}...`
        ) : found.length === 1 ? (
          '1 connection'
        ) : (
          `${found.length} connections`
        )}
      </p>
      {from > 0 && (
        <p className="mb-4">
          <Link to="/dashboard/connections">Newer connections</Link>
        </p>
      )}
      <ul data-items className="grid gap-4">
        {found.map((entry) => (
          <EntryCard key={entry.id} entry={entry} title={title} />
        ))}
      </ul>
      {failedMore && (
        <p role="alert" className="form-problem mt-4">
          {connectionMessages.list}
        </p>
      )}
      {hasMore && (search === '' || failedMore) && (
        <Link
          to={`/dashboard/connections?from=${from + entries.length}`}
          className="btn btn-quiet mt-6"
          // Switched off altogether it would lose the focus.
          aria-disabled={loadingMore}
          onClick={(event) => {
            event.preventDefault()
            if (!loadingMore) more()
          }}
        >
          {loadingMore && <span className="spinner" aria-hidden="true" />}
          {loadingMore ? 'Loading...' : 'Load More'}
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
      <label htmlFor={id} className="for-ears">
        Search your connections
      </label>
      <input
        id={id}
        type="search"
        className="field pl-11"
        placeholder="Search your connections..."
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </search>
  )
}
