import { type ComponentType, memo, type ReactNode } from 'react'
import { LocalDate } from '../../../ui/local-date/local-date.tsx'
import type { Draft } from '../drafts/drafts.contract.ts'
import type { Entry } from '../entries.contract.ts'
import * as messages from '../messages.en.yaml'
import { previewOf, previewTagsOf } from '../preview.rules.ts'

/** A draft is listed as the Connection that it may become. */
export type ListedEntry = Entry & { draft?: Pick<Draft, 'entry_revision'> }

export type EntryTitle = ComponentType<{ entry: ListedEntry; children: ReactNode }>

type EntryCardProps = {
  entry: ListedEntry
  title: EntryTitle
  words: readonly string[]
  show?: ShowMatches | undefined
  /** Whether the writer's own tags are shown. */
  withTags?: boolean | undefined
}

type Marked = (text: string) => ReactNode

/** What only the dashboard loads. */
export type ShowMatches = {
  marked: (text: string, words: readonly string[]) => ReactNode
  excerptOf: (entry: Entry, words: readonly string[]) => string
  /** Beside the date. */
  datesOf: (entry: ListedEntry, marked: Marked) => ReactNode
  /** Below the text. */
  detailsOf: (entry: ListedEntry, marked: Marked, words: readonly string[]) => ReactNode
}

/** Specification point 2. */
export const EntryCard = memo(({ entry, title: Title, words, show, withTags }: EntryCardProps) => {
  const { shown, more } = previewTagsOf(entry.term?.tags ?? [])
  const marked = (text: string) => (show ? show.marked(text, words) : text)
  const content = entry.content ?? ''
  return (
    <li className="card grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-2xl">
          <Title entry={entry}>{entry.term ? marked(entry.term.term_name) : messages.freeformEntry()}</Title>
        </h2>
        <p className="flex flex-wrap gap-x-4 text-muted">
          <LocalDate time={entry.created_at} />
          {show?.datesOf(entry, marked)}
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
      {withTags && entry.tags.length > 0 && (
        <p className="entry-preview text-muted" dir="auto">
          {messages.cardTags({ tags: () => marked(entry.tags.join(', ')) })}
        </p>
      )}
      {show?.detailsOf(entry, marked, words)}
    </li>
  )
})
