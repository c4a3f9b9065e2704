import { useInfiniteQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { askApi } from '../../../platform/ask-api.ts'
import { connectionMessages, type Entry, type EntryList as EntryPage, pageSize } from '../contract.ts'
import { matchesEntry } from '../rules.ts'
import { EntryCard } from './entry-card.tsx'

/** How long what was read stays fresh (specification point 9, milliseconds). */
const freshFor = 30_000
/** Entries asked for at once while one's own are searched. */
const searchPage = 100

/** All Connections, twenty a page, with their counts and a search that never leaves the browser (issue 5). */
export function EntryList({ initial }: { initial: EntryPage | undefined }) {
  const [typed, setTyped] = useState('')
  const search = typed.trim()
  const list = useInfiniteQuery({
    queryKey: ['journal-entries'],
    queryFn: ({ pageParam, signal }) => {
      const limit = search === '' ? pageSize : searchPage
      return askApi<EntryPage>(`/journal-entries?offset=${pageParam}&limit=${limit}`, { signal })
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, { entries }) => sum + entries.length, 0)
      return loaded < last.total ? loaded : undefined
    },
    staleTime: freshFor,
    retry: false,
    ...(initial && { initialData: { pages: [initial], pageParams: [0] } }),
  })
  const { fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = list
  const entries = once(list.data?.pages.flatMap((page) => page.entries) ?? [])
  const stats = list.data?.pages.at(-1)
  const found = search === '' ? entries : entries.filter((entry) => matchesEntry(entry, search))

  // A search looks at everything, so the rest is fetched while it goes on.
  useEffect(() => {
    if (search !== '' && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) fetchNextPage()
  }, [search, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])

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
        {search === ''
          ? ''
          : hasNextPage
            ? `Searching ${entries.length} of ${stats.total}...`
            : found.length === 1
              ? '1 connection'
              : `${found.length} connections`}
      </p>
      <ul className="grid gap-4">
        {found.map((entry) => (
          <EntryCard key={entry.id} entry={entry} />
        ))}
      </ul>
      {isFetchNextPageError && (
        <p role="alert" className="form-problem mt-4">
          {connectionMessages.list}
        </p>
      )}
      {hasNextPage && (search === '' || isFetchNextPageError) && (
        <button
          type="button"
          className="btn btn-quiet mt-6"
          disabled={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          {isFetchingNextPage && <span className="spinner" aria-hidden="true" />}
          {isFetchingNextPage ? 'Loading...' : 'Load More'}
        </button>
      )}
    </>
  )
}

/** What was written between two pages moves the rest along: nothing is shown twice. */
const once = (entries: Entry[]) => [...new Map(entries.map((entry) => [entry.id, entry])).values()]

function SearchBox({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const id = useId()
  return (
    <search className="relative block">
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
