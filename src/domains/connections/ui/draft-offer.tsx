import { useId, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { askApi } from '../../../platform/ask-api.ts'
import { Day } from '../../../ui/day/day.tsx'
import { PageOwner } from '../../../ui/page-owner/page-owner.tsx'
import type { Draft } from '../drafts/contract.ts'
import { connectionMessages, previewOf } from '../rules.ts'

type DraftOfferProps = {
  draft: Draft
  /** Left out where nothing can be written: then all of it is there to read. */
  onGoOn?: () => void
  onDropped: () => void
}

/** What was begun before a crash, a sign-out or an expired session is offered again. */
export function DraftOffer({ draft, onGoOn, onDropped }: DraftOfferProps) {
  const titleId = useId()
  const [problem, setProblem] = useState('')
  const { pathname } = useLocation()
  return (
    <section className="card grid max-w-[46rem] gap-3" aria-labelledby={titleId}>
      <h2 id={titleId} className="text-xl">
        You began to write something
      </h2>
      <p className="text-muted">
        Kept on <Day time={draft.updated_at} withTime />
      </p>
      {onGoOn ? (
        <p className="entry-preview">{previewOf(draft.content ?? '')}</p>
      ) : (
        <p className="entry-text">{draft.content}</p>
      )}
      {problem && (
        <p role="alert" className="field-error">
          {problem}
        </p>
      )}
      <form
        method="post"
        // In Safe Mode the address that the browser knows is another.
        action={pathname}
        className="flex flex-wrap gap-3"
        onSubmit={async (event) => {
          event.preventDefault()
          try {
            await askApi(`/journal-drafts/${draft.id}`, { method: 'DELETE' })
            onDropped()
          } catch {
            setProblem(connectionMessages.erase)
          }
        }}
      >
        <PageOwner />
        <input type="hidden" name="deed" value="drop" />
        <input type="hidden" name="id" value={draft.id} />
        {onGoOn && (
          <Link
            to={`?${new URLSearchParams({ 'go-on': draft.id })}`}
            className="btn"
            onClick={(event) => {
              event.preventDefault()
              onGoOn()
            }}
          >
            Go on writing
          </Link>
        )}
        <button type="submit" className="btn btn-quiet">
          Throw it away
        </button>
      </form>
    </section>
  )
}
