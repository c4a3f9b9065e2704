import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Draft } from '../drafts.contract.ts'
import { DraftOffer } from './draft-offer.tsx'
import { EntryForm } from './entry-form.tsx'
import { JournalUnavailable } from './journal-unavailable.tsx'
import type { PickedTerm } from './term-picker.tsx'
import { connectionToasts } from './toast-messages.ts'
import { useRefetchDraftsOnReload } from './use-refetch-drafts-on-reload.ts'
import { useSave } from './use-save.tsx'

type NewEntryProps = {
  /** The id that the Connection will have. */
  id: string
  now: string
  /** Preselected by another page. */
  term: PickedTerm | null
  begun: Draft[]
  /** Count of further drafts. */
  others: number
  /** The draft to continue, from `?resume=`. */
  goesOn: Draft | null
  /** Why the user cannot write, if so. */
  closed: string | undefined
  /** Result of a form posted without scripts. */
  said: { problem: string; typed: string; id: string } | undefined
}

/** 'Create New Connection' (specification point 2, "/dashboard/connections/new"). */
export function NewEntry({ id, now, term, begun, others, goesOn, said, ...opened }: NewEntryProps) {
  // The loader returns a new id each time; keep the first.
  const [target, setTarget] = useState({
    // The same id makes a retry idempotent.
    id: said?.id || goesOn?.id || id,
    draft: said ? null : goesOn,
  })
  const { pathname, search } = useLocation()
  // Keep the initial value: revalidation must not remove a form while the user types.
  const [closed] = useState(opened.closed)
  const [handledIds, setSettled] = useState<string[]>([])
  const latest = useRefetchDraftsOnReload()?.find(
    (draft) => draft.entry_revision === null && draft.content && draft.id !== target.id,
  )
  // Read-only users see all drafts, others only the latest.
  const older = closed ? begun.filter((draft) => draft.id !== latest?.id) : []
  const drafts = latest ? [latest, ...older] : begun
  const offered = drafts.filter((draft) => draft.id !== target.id && !handledIds.includes(draft.id))
  const navigate = useNavigate()
  const toList = () => navigate('/dashboard/connections')
  const toasts = { saved: connectionToasts.saved, failed: connectionToasts.saveFailed }
  const {
    save,
    signedOut,
    clearError: forgetFailure,
    conflictDialog: question,
  } = useSave({
    id: target.id,
    revision: null,
    toasts,
    onSaved: toList,
    onTheirs: toList,
  })

  return (
    <div className="grid gap-6">
      <p>
        <Link to="/dashboard/connections">Back</Link>
      </p>
      <h1>Create New Connection</h1>
      {closed && <JournalUnavailable reason={closed} text={said?.typed} />}
      {offered.map((draft) => (
        <DraftOffer
          key={draft.id}
          draft={draft}
          readOnly={closed !== undefined}
          onContinue={() => setTarget({ id: draft.id, draft })}
          onDiscarded={() => setSettled([...handledIds, draft.id])}
        />
      ))}
      {others > 0 && (
        <p>
          <Link to="/dashboard/connections#drafts">
            {others === 1 ? 'Another draft' : `${others} more drafts`}
          </Link>
        </p>
      )}
      {!closed && (
        <EntryForm
          key={target.id}
          id={target.id}
          revision={null}
          // The query carries the preselected term.
          action={pathname + search}
          content={said?.typed ?? ''}
          term={goesOn ? goesOn.term : term}
          date={now}
          draft={target.draft}
          cancelTo="/dashboard/connections"
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
