import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Draft } from '../drafts.contract.ts'
import type { DecryptedEntry } from '../entries.contract.ts'
import { DraftOffer } from './draft-offer.tsx'
import { EntryForm } from './entry-form.tsx'
import { JournalUnavailable } from './journal-unavailable.tsx'
import { connectionToasts } from './toast-messages.ts'
import { useRefetchDraftsOnReload } from './use-refetch-drafts-on-reload.ts'
import { useSave } from './use-save.tsx'

type EditEntryProps = {
  entry: DecryptedEntry
  /** The unsaved draft of this Connection. */
  begun: Draft | null
  /** Whether to continue the draft, from `?resume`. */
  goesOn: boolean
  /** Why the user cannot write, if so. */
  closed: string | undefined
  /** Result of a form posted without scripts. */
  said: { problem: string; typed: string } | undefined
}

/** 'Edit Connection' (specification point 2, "/dashboard/connections/{id}/edit"). */
export function EditEntry({ entry, goesOn, said, ...opened }: EditEntryProps) {
  // Keep the initial value: revalidation must not remove a form while the user types.
  const [closed] = useState(opened.closed)
  const [base, setBase] = useState(entry)
  const [draft, setDraft] = useState(goesOn && !said ? opened.begun : null)
  // Keep the initial value: drafts saved later are this page's own.
  const [initialDraft] = useState(opened.begun)
  const begun = useRefetchDraftsOnReload()?.find(({ id }) => id === entry.id) ?? initialDraft
  const [isHandled, setSettled] = useState(goesOn)
  const navigate = useNavigate()
  const { search } = useLocation()
  const detail = `/dashboard/connections/${entry.id}`
  // A draft of an older version must conflict instead of overwriting the current one.
  const revision = draft ? (draft.entry_revision ?? 0) : base.revision
  const {
    save,
    signedOut,
    clearError: forgetFailure,
    conflictDialog: question,
  } = useSave({
    id: entry.id,
    revision,
    toasts: { saved: connectionToasts.updated, failed: connectionToasts.updateFailed },
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
      {closed && <JournalUnavailable reason={closed} text={said?.typed} />}
      {!isHandled && begun && (
        <DraftOffer
          draft={begun}
          readOnly={closed !== undefined}
          onContinue={() => {
            setDraft(begun)
            setSettled(true)
          }}
          onDiscarded={() => setSettled(true)}
        />
      )}
      {!closed && (
        <EntryForm
          key={`${base.revision} ${draft?.id}`}
          id={entry.id}
          revision={revision}
          keepsOtherDraft={!isHandled && begun !== null}
          action={`${detail}/edit${search}`}
          content={said?.typed ?? base.content}
          term={base.term}
          date={entry.created_at}
          draft={draft}
          cancelTo={detail}
          problem={said?.problem}
          save={save}
          signedOut={signedOut}
          clearError={forgetFailure}
        />
      )}
      {question}
    </div>
  )
}
