import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Draft } from '../drafts.contract.ts'
import type { OpenEntry } from '../entries.contract.ts'
import { DraftOffer } from './draft-offer.tsx'
import { EntryForm } from './entry-form.tsx'
import { JournalClosed } from './journal-unavailable.tsx'
import { connectionToasts } from './toast-messages.ts'
import { useDraftsAnew } from './use-refetch-drafts-on-reload.ts'
import { useSave } from './use-save.tsx'

type EditEntryProps = {
  entry: OpenEntry
  /** A change of it that was begun and not saved. */
  begun: Draft | null
  /** Whether it is gone on with, by a link of a page without scripts. */
  goesOn: boolean
  /** Why nothing can be written; undefined where it can. */
  closed: string | undefined
  /** What the server said to the form of a page without scripts. */
  said: { problem: string; typed: string } | undefined
}

/** 'Edit Connection' (specification point 2, "/dashboard/connections/{id}/edit"); who changed another version chooses. */
export function EditEntry({ entry, goesOn, said, ...opened }: EditEntryProps) {
  // As it was when the page was opened: a form that somebody types in is not taken away.
  const [closed] = useState(opened.closed)
  const [base, setBase] = useState(entry)
  const [draft, setDraft] = useState(goesOn && !said ? opened.begun : null)
  // As it was when the page was opened, too: what is kept from here on is this page's own.
  const [atFirst] = useState(opened.begun)
  const begun = useDraftsAnew()?.find(({ id }) => id === entry.id) ?? atFirst
  const [settled, setSettled] = useState(goesOn)
  const navigate = useNavigate()
  const { search } = useLocation()
  const detail = `/dashboard/connections/${entry.id}`
  // What was begun from an earlier version, or before there was any, does not take the place of the present one unasked.
  const revision = draft ? (draft.entry_revision ?? 0) : base.revision
  const { save, signedOut, forgetFailure, question } = useSave({
    id: entry.id,
    revision,
    words: { saved: connectionToasts.updated, failed: connectionToasts.updateFailed },
    onSaved: () => navigate(detail),
    onTheirs: (theirs) => {
      setBase(theirs)
      setDraft(null)
    },
  })

  return (
    <div className="grid gap-6">
      <p>
        <Link to={detail}>Back</Link>
      </p>
      <h1>Edit Connection</h1>
      {closed && <JournalClosed because={closed} typed={said?.typed} />}
      {!settled && begun && (
        <DraftOffer
          draft={begun}
          readOnly={closed !== undefined}
          onGoOn={() => {
            setDraft(begun)
            setSettled(true)
          }}
          onDropped={() => setSettled(true)}
        />
      )}
      {!closed && (
        <EntryForm
          key={`${base.revision} ${draft?.id}`}
          id={entry.id}
          revision={revision}
          leaves={!settled && begun !== null}
          action={`${detail}/edit${search}`}
          content={said?.typed ?? base.content}
          term={base.term}
          date={entry.created_at}
          draft={draft}
          cancelTo={detail}
          problem={said?.problem}
          save={save}
          signedOut={signedOut}
          forgetFailure={forgetFailure}
        />
      )}
      {question}
    </div>
  )
}
