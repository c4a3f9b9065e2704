import { useState } from 'react'
import { href, Link, useLocation, useNavigate } from 'react-router'
import type { RejectedForm } from '../document/document.contract.ts'
import { emptyDocument } from '../document/document.rules.ts'
import { toEntryFields } from '../document/entry-fields.rules.ts'
import type { Draft } from '../drafts/drafts.contract.ts'
import { DraftOffer } from '../drafts/ui/draft-offer.tsx'
import { useRefetchDraftsOnReload } from '../drafts/ui/use-refetch-drafts-on-reload.ts'
import { useJournalLocks } from '../lock/ui/journal-locks.ts'
import { newEntryId } from '../locked-documents/entry-id.rules.ts'
import * as messages from '../messages.en.yaml'
import { EntryForm } from './entry-form.tsx'
import { JournalUnavailable } from './journal-unavailable.tsx'
import type { PickedTerm } from './term-picker.tsx'
import { useSave } from './use-save.tsx'

type NewEntryProps = {
  id: string
  now: string
  term: PickedTerm | null
  savedDrafts: Draft[]
  /** Count of further drafts. */
  others: number
  resumedDraft: Draft | null
  /** Why the user cannot write. */
  closed: string | undefined
  /** Of a form posted without scripts. */
  actionData: (RejectedForm & { id: string }) | undefined
}

/** Specification point 2. */
export function NewEntry({ id, now, term, others, resumedDraft, actionData, ...props }: NewEntryProps) {
  const { current } = useJournalLocks()
  // Keep the first id: the loader returns a new one each time.
  const [target, setTarget] = useState({
    // The same id makes a retry idempotent.
    id: actionData?.id || resumedDraft?.id || (current ? newEntryId(current) : id),
    draft: actionData ? null : resumedDraft,
  })
  const { pathname, search } = useLocation()
  // Initial value: revalidation must not remove a form while the user types.
  const [closed] = useState(props.closed)
  const [handledIds, setHandledIds] = useState<string[]>([])
  const latest = useRefetchDraftsOnReload()?.find(
    (draft) => draft.entry_revision === null && draft.content && draft.id !== target.id,
  )
  // Read-only users see all drafts, others only the latest.
  const older = closed ? props.savedDrafts.filter((draft) => draft.id !== latest?.id) : []
  const drafts = latest ? [latest, ...older] : props.savedDrafts
  const offered = drafts.filter((draft) => draft.id !== target.id && !handledIds.includes(draft.id))
  const navigate = useNavigate()
  const toList = () => navigate(href('/dashboard/connections'))
  const { conflictDialog, ...saving } = useSave({
    id: target.id,
    base: null,
    toasts: {
      saved: { title: messages.savedTitle(), description: messages.created() },
      failed: { title: messages.errorTitle(), description: messages.saveFailed() },
    },
    onSaved: toList,
    onTheirs: toList,
  })

  return (
    <div className="grid gap-6">
      <p>
        <Link to={href('/dashboard/connections')}>{messages.back()}</Link>
      </p>
      <h1>{messages.newTitle()}</h1>
      {closed && <JournalUnavailable reason={closed} text={actionData?.typed.content} />}
      {offered.map((draft) => (
        <DraftOffer
          key={draft.id}
          draft={draft}
          readOnly={closed !== undefined}
          onContinue={() => setTarget({ id: draft.id, draft })}
          onDiscarded={() => setHandledIds([...handledIds, draft.id])}
        />
      ))}
      {others > 0 && (
        <p>
          <Link to={`${href('/dashboard/connections')}#drafts`}>
            {messages.moreDrafts({ count: others })}
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
          fields={{
            ...(actionData?.typed ?? toEntryFields({ ...emptyDocument, terms: [] })),
            terms: resumedDraft ? resumedDraft.terms : term ? [term] : [],
          }}
          date={now}
          startsInText={offered.length === 0}
          draft={target.draft}
          cancelTo={href('/dashboard/connections')}
          problem={actionData?.problem}
          {...saving}
        />
      )}
      {conflictDialog}
    </div>
  )
}
