import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Draft } from '../drafts.contract.ts'
import { DraftOffer } from './draft-offer.tsx'
import { EntryForm } from './entry-form.tsx'
import { JournalClosed } from './journal-unavailable.tsx'
import type { PickedTerm } from './term-picker.tsx'
import { connectionToasts } from './toast-messages.ts'
import { useDraftsAnew } from './use-refetch-drafts-on-reload.ts'
import { useSave } from './use-save.tsx'

type NewEntryProps = {
  /** The id that the Connection will have. */
  id: string
  now: string
  /** Handed over from another screen. */
  term: PickedTerm | null
  /** What was begun before and not saved. */
  begun: Draft[]
  /** How many more there are. */
  others: number
  /** Which of it is gone on with, by a link of a page without scripts. */
  goesOn: Draft | null
  /** Why nothing can be written; undefined where it can. */
  closed: string | undefined
  /** What the server said to the form of a page without scripts. */
  said: { problem: string; typed: string; id: string } | undefined
}

/** 'Create New Connection' (specification point 2, "/dashboard/connections/new"). */
export function NewEntry({ id, now, term, begun, others, goesOn, said, ...opened }: NewEntryProps) {
  // The loader names a new one each time: the form keeps the one that it began with.
  const [place, setPlace] = useState({
    // Sent again under one id it is one, also if it was saved and the answer lost.
    id: said?.id || goesOn?.id || id,
    draft: said ? null : goesOn,
  })
  const { pathname, search } = useLocation()
  // As it was when the page was opened: a form that somebody types in is not taken away.
  const [closed] = useState(opened.closed)
  const [settled, setSettled] = useState<string[]>([])
  const latest = useDraftsAnew()?.find(
    (draft) => draft.entry_revision === null && draft.content && draft.id !== place.id,
  )
  // Who cannot write is shown all of them; for the others one is enough to go on with.
  const older = closed ? begun.filter((draft) => draft.id !== latest?.id) : []
  const known = latest ? [latest, ...older] : begun
  const offered = known.filter((draft) => draft.id !== place.id && !settled.includes(draft.id))
  const navigate = useNavigate()
  const goOn = () => navigate('/dashboard/connections')
  const words = { saved: connectionToasts.saved, failed: connectionToasts.saveFailed }
  const { save, signedOut, forgetFailure, question } = useSave({
    id: place.id,
    revision: null,
    words,
    onSaved: goOn,
    onTheirs: goOn,
  })

  return (
    <div className="grid gap-6">
      <p>
        <Link to="/dashboard/connections">Back</Link>
      </p>
      <h1>Create New Connection</h1>
      {closed && <JournalClosed because={closed} typed={said?.typed} />}
      {offered.map((draft) => (
        <DraftOffer
          key={draft.id}
          draft={draft}
          readOnly={closed !== undefined}
          onGoOn={() => setPlace({ id: draft.id, draft })}
          onDropped={() => setSettled([...settled, draft.id])}
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
          key={place.id}
          id={place.id}
          revision={null}
          // With the term that was handed over.
          action={pathname + search}
          content={said?.typed ?? ''}
          term={goesOn ? goesOn.term : term}
          date={now}
          draft={place.draft}
          cancelTo="/dashboard/connections"
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
