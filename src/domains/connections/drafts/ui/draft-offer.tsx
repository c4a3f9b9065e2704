import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Link } from 'react-router'
import { apiFetch } from '../../../../platform/api-client.ts'
import { withLineBreaks } from '../../../../platform/visible-text.ts'
import { LocalDate } from '../../../../ui/local-date/local-date.tsx'
import { PageOwner } from '../../../../ui/user-id-field/user-id-field.tsx'
import * as messages from '../../messages.en.yaml'
import { previewOf } from '../../preview.rules.ts'
import { TextProblem } from '../../ui/form-parts.tsx'
import type { Draft } from '../drafts.contract.ts'
import { draftUrl } from './draft-url.ts'

type DraftOfferProps = {
  draft: Draft
  heading?: 'h2' | 'h3'
  /** Without it, the link leads to the form. */
  onContinue?: () => void
  readOnly?: boolean
  onDiscarded: () => void
}

export function DraftOffer({
  draft,
  heading: Heading = 'h2',
  onContinue,
  readOnly = false,
  onDiscarded,
}: DraftOfferProps) {
  const titleId = useId()
  const kind = draft.entry_revision === null ? 'new' : 'changed'
  return (
    <article className="card grid max-w-[46rem] gap-3" aria-labelledby={titleId}>
      <Heading id={titleId} className="text-xl">
        {draft.term ? messages.draftAbout({ kind, term: draft.term.term_name }) : messages.draft({ kind })}
      </Heading>
      <p className="text-muted">
        {messages.lastSaved({ time: () => <LocalDate time={draft.updated_at} withTime /> })}
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
            to={draftUrl(draft)}
            className="btn"
            onClick={(event) => {
              if (!onContinue || event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              onContinue()
            }}
          >
            {messages.continueWriting()}
          </Link>
        )}
        <Discard draft={draft} onDiscarded={onDiscarded} />
      </div>
    </article>
  )
}

function Discard({ draft, onDiscarded }: Pick<DraftOfferProps, 'draft' | 'onDiscarded'>) {
  const [problem, setProblem] = useState('')
  const queries = useQueryClient()
  async function discard(event: FormEvent) {
    event.preventDefault()
    try {
      await apiFetch(`/journal-drafts/${draft.id}`, { method: 'DELETE' })
      queries.invalidateQueries({ queryKey: ['journal-drafts'] })
      onDiscarded()
    } catch {
      setProblem(messages.deleteFailed())
    }
  }
  return (
    <details className="fold">
      <summary className="btn btn-quiet">{messages.discardDraft()}</summary>
      <form
        method="post"
        action={draftUrl(draft)}
        className="grid justify-items-start gap-3 pt-4"
        onSubmit={discard}
      >
        <PageOwner />
        <input type="hidden" name="intent" value="drop" />
        <input type="hidden" name="id" value={draft.id} />
        <p>{messages.discardWarning()}</p>
        <TextProblem text={problem} />
        <button type="submit" className="btn btn-danger">
          {messages.discard()}
        </button>
      </form>
    </details>
  )
}
