import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import { Day } from '../../../ui/day/day.tsx'
import type { Entry } from '../contract.ts'
import { connectionMessages, previewOf, previewTagsOf } from '../rules.ts'

/** What the name on a card is: a link to the Connection, unless told. */
export type EntryTitle = ComponentType<{ entry: Entry; children: ReactNode }>

const LinkToEntry: EntryTitle = ({ entry, children }) => (
  <Link to={`/dashboard/connections/${entry.id}`}>{children}</Link>
)

/** A Connection in the list: short date, its term or 'Freeform Entry', its beginning and three tags (specification point 2). */
export function EntryCard({
  entry,
  title: Title = LinkToEntry,
}: {
  entry: Entry
  title?: EntryTitle | undefined
}) {
  const { shown, more } = previewTagsOf(entry.term?.tags ?? [])
  return (
    <li className="card grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-2xl">
          <Title entry={entry}>{entry.term?.term_name ?? 'Freeform Entry'}</Title>
        </h2>
        <p className="text-muted">
          <Day time={entry.created_at} />
        </p>
      </div>
      <p className="entry-preview">
        {entry.content === null ? connectionMessages.detail : previewOf(entry.content)}
      </p>
      {shown.length > 0 && (
        <p className="flex flex-wrap gap-x-3 text-muted">
          {shown.map((tag) => (
            <span key={tag}>#{tag}</span>
          ))}
          {more > 0 && <span>+{more} more</span>}
        </p>
      )}
    </li>
  )
}
