import { useState } from 'react'
import { href, Link, useLocation, useNavigate } from 'react-router'
import type { RejectedForm } from '../document/document.contract.ts'
import { toEntryFields } from '../document/entry-fields.rules.ts'
import type { Draft } from '../drafts/drafts.contract.ts'
import { DraftOffer } from '../drafts/ui/draft-offer.tsx'
import { useRefetchDraftsOnReload } from '../drafts/ui/use-refetch-drafts-on-reload.ts'
import type { DecryptedEntry } from '../entries.contract.ts'
import { isOpened } from '../entries.rules.ts'
import * as messages from '../messages.en.yaml'
import { EntryForm } from './entry-form.tsx'
import { JournalUnavailable } from './journal-unavailable.tsx'
import { useSave } from './use-save.tsx'

type EditEntryProps = {
  entry: DecryptedEntry
  /** One that does not open stays as it is. */
  savedDraft: Draft | null
  /** From `?resume`. */
  resumesDraft: boolean
  /** Why the user cannot write. */
  closed: string | undefined
  /** Of a form posted without scripts. */
  actionData: RejectedForm | undefined
}

/** Specification point 2. */
export function EditEntry({ entry, resumesDraft, actionData, ...props }: EditEntryProps) {
  // Initial value: revalidation must not remove a form while the user types.
  const [closed] = useState(props.closed)
  const [base, setBase] = useState(entry)
  // Initial value: later drafts are this page's own.
  const [initialDraft] = useState(props.savedDraft)
  const [draft, setDraft] = useState(
    resumesDraft && !actionData && isOpened(initialDraft) ? initialDraft : null,
  )
  const storedDraft = useRefetchDraftsOnReload()?.find(({ id }) => id === entry.id) ?? initialDraft
  const savedDraft = isOpened(storedDraft) ? storedDraft : null
  const [isHandled, setIsHandled] = useState(resumesDraft)
  const navigate = useNavigate()
  const { search } = useLocation()
  const detail = href('/dashboard/connections/:id', { id: entry.id })
  // A draft of an older version must conflict, not overwrite.
  const revision = draft ? (draft.entry_revision ?? 0) : base.revision
  const { conflictDialog, ...saving } = useSave({
    id: entry.id,
    base: { revision, created_at: entry.created_at },
    toasts: {
      saved: { title: messages.updatedTitle(), description: messages.updated() },
      failed: { title: messages.errorTitle(), description: messages.updateFailed() },
    },
    onSaved: () => navigate(detail),
    onTheirs: (theirs) => {
      setBase(theirs)
      setDraft(null)
    },
  })

  return (
    <div className="grid gap-6">
      <p>
        <Link to={detail}>{messages.back()}</Link>
      </p>
      <h1>{messages.editTitle()}</h1>
      {closed && <JournalUnavailable reason={closed} text={actionData?.typed.content} />}
      {!isHandled && savedDraft && (
        <DraftOffer
          draft={savedDraft}
          readOnly={closed !== undefined}
          onContinue={() => {
            setDraft(savedDraft)
            setIsHandled(true)
          }}
          onDiscarded={() => setIsHandled(true)}
        />
      )}
      {!closed && (
        <EntryForm
          key={`${base.revision} ${draft?.id}`}
          id={entry.id}
          revision={revision}
          saved={base}
          keepsOtherDraft={storedDraft !== null && !(isHandled && savedDraft)}
          action={`${detail}/edit${search}`}
          fields={actionData ? { ...actionData.typed, terms: base.terms } : toEntryFields(base)}
          date={entry.created_at}
          startsInText={isHandled || !savedDraft}
          draft={draft}
          cancelTo={detail}
          problem={actionData?.problem}
          {...saving}
        />
      )}
      {conflictDialog}
    </div>
  )
}
