import { type ComponentType, memo, type ReactNode } from 'react'
import { href, Link } from 'react-router'
import { LocalDate } from '../../../ui/local-date/local-date.tsx'
import type { Entry } from '../entries.contract.ts'
import * as messages from '../messages.en.yaml'
import { previewOf, previewTagsOf } from '../preview.rules.ts'

export type EntryTitle = ComponentType<{ entry: Entry; children: ReactNode }>

const LinkToEntry: EntryTitle = ({ entry, children }) => (
  <Link to={href('/dashboard/connections/:id', { id: entry.id })}>{children}</Link>
)

type EntryCardProps = {
  entry: Entry
  title?: EntryTitle | undefined
  words: readonly string[]
  show?: ShowMatches | undefined
}

export type ShowMatches = {
  marked: (text: string, words: readonly string[]) => ReactNode
  excerptOf: (entry: Entry, words: readonly string[]) => string
}

/** Specification point 2. */
export const EntryCard = memo(({ entry, title: Title = LinkToEntry, words, show }: EntryCardProps) => {
  const { shown, more } = previewTagsOf(entry.term?.tags ?? [])
  const marked = (text: string) => (show ? show.marked(text, words) : text)
  const content = entry.content ?? ''
  return (
    <li className="card grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-2xl">
          <Title entry={entry}>{entry.term ? marked(entry.term.term_name) : messages.freeformEntry()}</Title>
        </h2>
        <p className="text-muted">
          <LocalDate time={entry.created_at} />
        </p>
      </div>
      <p className="entry-preview">
        {entry.content === null
          ? messages.notFound()
          : marked(show ? show.excerptOf(entry, words) : previewOf(content))}
      </p>
      {shown.length > 0 && (
        <p className="flex flex-wrap gap-x-3 text-muted">
          {shown.map((tag) => (
            <span key={tag}>#{marked(tag)}</span>
          ))}
          {more > 0 && <span>{messages.moreTags({ count: more })}</span>}
        </p>
      )}
    </li>
  )
})
