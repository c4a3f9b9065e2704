import { type ComponentType, memo, type ReactNode } from 'react'
import { href, Link } from 'react-router'
import { LocalDate } from '../../../ui/local-date/local-date.tsx'
import type { Draft } from '../drafts.contract.ts'
import type { Entry } from '../entries.contract.ts'
import { formatHappened } from '../happened.rules.ts'
import * as messages from '../messages.en.yaml'
import { previewOf, previewTagsOf } from '../preview.rules.ts'
import { draftUrl } from './draft-url.ts'
import { useJournalPreferences } from './journal-preferences.ts'

/** A draft is listed as the Connection that it may become. */
export type ListedEntry = Entry & { draft?: Pick<Draft, 'entry_revision'> }

export type EntryTitle = ComponentType<{ entry: ListedEntry; children: ReactNode }>

const LinkToEntry: EntryTitle = ({ entry: { id, draft }, children }) => (
  <Link to={draft ? draftUrl({ id, ...draft }) : href('/dashboard/connections/:id', { id })}>{children}</Link>
)

type EntryCardProps = {
  entry: ListedEntry
  title?: EntryTitle | undefined
  words: readonly string[]
  show?: ShowMatches | undefined
}

export type ShowMatches = {
  marked: (text: string, words: readonly string[]) => ReactNode
  excerptOf: (entry: Entry, words: readonly string[]) => string
  findInDetails: (entry: Entry, words: readonly string[]) => { name: string; text: string }[]
}

/** Specification point 2. */
export const EntryCard = memo(({ entry, title: Title = LinkToEntry, words, show }: EntryCardProps) => {
  const { journal_tagging } = useJournalPreferences()
  const { content, term, happened, draft } = entry
  const marked = (text: string) => (show ? show.marked(text, words) : text)
  return (
    <li className="card grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-2xl">
          <Title entry={entry}>{term ? marked(term.term_name) : messages.freeformEntry()}</Title>
        </h2>
        <p className="flex flex-wrap gap-x-4 text-muted">
          {draft && (
            <span>{messages.draft({ kind: draft.entry_revision === null ? 'new' : 'changed' })}</span>
          )}
          <LocalDate time={entry.created_at} />
          {happened && <span>{messages.cardHappened({ date: () => marked(formatHappened(happened)) })}</span>}
        </p>
      </div>
      <p className="entry-preview">
        {content === null
          ? messages.notFound()
          : marked(show ? show.excerptOf(entry, words) : previewOf(content))}
      </p>
      {show?.findInDetails(entry, words).map(({ name, text }) => (
        <p key={name} className="entry-preview text-muted">
          {messages.cardDetail({ name, text: () => marked(text) })}
        </p>
      ))}
      <Tags tags={term?.tags ?? []} marked={marked} />
      {journal_tagging && <OwnTags tags={entry.tags} marked={marked} />}
    </li>
  )
})

type TagsProps = { tags: readonly string[]; marked: (text: string) => ReactNode }

/** The linked term's. */
function Tags({ tags, marked }: TagsProps) {
  const { shown, more } = previewTagsOf(tags)
  if (shown.length === 0) return null
  return (
    <p className="flex flex-wrap gap-x-3 text-muted">
      {shown.map((tag) => (
        <span key={tag}>#{marked(tag)}</span>
      ))}
      {more > 0 && <span>{messages.moreTags({ count: more })}</span>}
    </p>
  )
}

function OwnTags({ tags, marked }: TagsProps) {
  if (tags.length === 0) return null
  return (
    <p className="entry-preview text-muted" dir="auto">
      {messages.cardTags({ tags: () => <span>{marked(tags.join(', '))}</span> })}
    </p>
  )
}
