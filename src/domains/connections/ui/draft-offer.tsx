import { type FormEvent, useId, useState } from 'react'
import { Link } from 'react-router'
import { apiFetch } from '../../../platform/api-client.ts'
import { withLineBreaks } from '../../../platform/visible-text.ts'
import { LocalDate } from '../../../ui/local-date/local-date.tsx'
import { PageOwner } from '../../../ui/user-id-field/user-id-field.tsx'
import type { Draft } from '../drafts.contract.ts'
import { connectionMessages } from '../entries.rules.ts'
import { previewOf } from '../preview.rules.ts'

type DraftOfferProps = {
  draft: Draft
  /** The level of its heading: below that of a list, or of the page. */
  heading?: 'h2' | 'h3'
  /** Continues on this page. Left out, the link leads to the form. */
  onGoOn?: () => void
  /** Where nothing can be written, all of the text is shown to be read. */
  readOnly?: boolean
  onDropped: () => void
}

/** The form that a draft belongs to: that of a new Connection, or of the one that it changes. */
const draftAddress = ({ id, entry_revision }: Pick<Draft, 'id' | 'entry_revision'>) =>
  entry_revision === null
    ? `/dashboard/connections/new?${new URLSearchParams({ resume: id })}`
    : `/dashboard/connections/${id}/edit?resume`

/** A draft that was not saved, to be continued or discarded. */
export function DraftOffer({
  draft,
  heading: Heading = 'h2',
  onGoOn,
  readOnly = false,
  onDropped,
}: DraftOfferProps) {
  const titleId = useId()
  return (
    <article className="card grid max-w-[46rem] gap-3" aria-labelledby={titleId}>
      <Heading id={titleId} className="text-xl">
        {draft.entry_revision === null ? 'Unfinished draft' : 'Unfinished changes'}
        {draft.term && `: ${draft.term.term_name}`}
      </Heading>
      <p className="text-muted">
        Last saved <LocalDate time={draft.updated_at} withTime />
      </p>
      {readOnly ? (
        <p className="entry-text" dir="auto">
          {withLineBreaks(draft.content ?? '')}
        </p>
      ) : (
        <p className="entry-preview" dir="auto">
          {previewOf(draft.content ?? '')}
        </p>
      )}
      <div className="flex flex-wrap items-start gap-3">
        {!readOnly && (
          <Link
            to={draftAddress(draft)}
            className="btn"
            onClick={(event) => {
              if (!onGoOn || event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              onGoOn()
            }}
          >
            Continue writing
          </Link>
        )}
        <Discard draft={draft} onDropped={onDropped} />
      </div>
    </article>
  )
}

/** Asks before a draft is discarded, without scripts too. */
function Discard({ draft, onDropped }: Pick<DraftOfferProps, 'draft' | 'onDropped'>) {
  const [problem, setProblem] = useState('')
  async function discard(event: FormEvent) {
    event.preventDefault()
    try {
      await apiFetch(`/journal-drafts/${draft.id}`, { method: 'DELETE' })
      onDropped()
    } catch {
      setProblem(connectionMessages.erase)
    }
  }
  return (
    <details className="fold">
      <summary className="btn btn-quiet">Discard draft…</summary>
      <form
        method="post"
        action={draftAddress(draft)}
        className="grid justify-items-start gap-3 pt-4"
        onSubmit={discard}
      >
        <PageOwner />
        <input type="hidden" name="intent" value="drop" />
        <input type="hidden" name="id" value={draft.id} />
        <p>This deletes the draft. It can’t be undone.</p>
        {problem && (
          <p role="alert" className="field-error">
            {problem}
          </p>
        )}
        <button type="submit" className="btn btn-danger">
          Discard it
        </button>
      </form>
    </details>
  )
}
