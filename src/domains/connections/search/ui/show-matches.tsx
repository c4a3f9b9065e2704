import { href, Link } from 'react-router'
import { cutAtMatches } from '../../../../platform/text-matches.ts'
import { MarkedPieces } from '../../../../ui/marked-pieces/marked-pieces.tsx'
import { formatHappened } from '../../document/happened.rules.ts'
import { draftUrl } from '../../drafts/ui/draft-url.ts'
import * as messages from '../../messages.en.yaml'
import type { EntryTitle, ShowMatches } from '../../ui/entry-card.tsx'
import { excerptOf, findInDetails } from '../entry-search.rules.ts'

const datesOf: ShowMatches['datesOf'] = ({ happened, draft }, marked) => (
  <>
    {happened && <span>{messages.cardHappened({ date: () => marked(formatHappened(happened)) })}</span>}
    {draft && <span>{messages.draft({ kind: draft.entry_revision === null ? 'new' : 'changed' })}</span>}
  </>
)

export const showMatches: ShowMatches = {
  marked: (text, words) => (words.length > 0 ? <MarkedPieces pieces={cutAtMatches(text, words)} /> : text),
  excerptOf,
  datesOf,
  detailsOf: (entry, marked, words) =>
    findInDetails(entry, words).map(({ name, text }) => (
      <p key={name} className="entry-preview text-muted">
        {messages.cardDetail({ name, text: () => marked(text) })}
      </p>
    )),
}

/** A draft leads to its form. */
export const LinkToListed: EntryTitle = ({ entry: { id, draft }, children }) => (
  <Link to={draft ? draftUrl({ id, ...draft }) : href('/dashboard/connections/:id', { id })}>{children}</Link>
)
