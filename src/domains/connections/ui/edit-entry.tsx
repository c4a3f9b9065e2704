import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ApiProblem, askApi, sentenceIn } from '../../../platform/ask-api.ts'
import { useToast } from '../../../ui/toast/toast.tsx'
import type { OpenEntry, Writing } from '../contract.ts'
import type { Draft } from '../drafts/contract.ts'
import { connectionToasts } from '../rules.ts'
import { Conflict } from './conflict.tsx'
import { DraftOffer } from './draft-offer.tsx'
import { EntryForm } from './entry-form.tsx'
import { JournalClosed } from './journal-closed.tsx'

type EditEntryProps = {
  entry: OpenEntry
  /** A change of it that was begun and not saved. */
  begun: Draft | null
  /** Why nothing can be written; undefined where it can. */
  closed: string | undefined
  /** What the server said to the form of a page without scripts. */
  said: { problem: string; typed: string } | undefined
}

/** 'Edit Connection' (specification point 2, "/dashboard/connections/{id}/edit"); who changed another version chooses. */
export function EditEntry({ entry, begun, said, ...opened }: EditEntryProps) {
  // As it was when the page was opened: a form that somebody types in is not taken away.
  const [closed] = useState(opened.closed)
  const [base, setBase] = useState(entry)
  const [draft, setDraft] = useState<Draft | null>(null)
  const [offered, setOffered] = useState(begun !== null)
  const [conflict, setConflict] = useState<{ mine: Writing; current: OpenEntry }>()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const toast = useToast()
  const detail = `/dashboard/connections/${entry.id}`

  async function save(writing: Writing, revision = base.revision): Promise<(() => void) | undefined> {
    try {
      await askApi(`/journal-entries/${entry.id}`, { method: 'PATCH', body: { revision, ...writing } })
    } catch (thrown) {
      const current =
        thrown instanceof ApiProblem &&
        thrown.status === 409 &&
        (thrown.body as { current: OpenEntry }).current
      if (current) {
        setConflict({ mine: writing, current })
        return undefined
      }
      console.error('A Connection could not be changed', thrown)
      const { title, description } = connectionToasts.updateFailed
      toast.failed({ title, description: sentenceIn(thrown) ?? description })
      return undefined
    }
    queries.invalidateQueries({ queryKey: ['journal-entries'] })
    toast.done(connectionToasts.updated)
    return () => navigate(detail)
  }

  return (
    <div className="grid gap-6">
      <p>
        <Link to={detail}>Back</Link>
      </p>
      <h1>Edit Connection</h1>
      {closed && <JournalClosed because={closed} typed={said?.typed} />}
      {offered && begun && (
        <DraftOffer
          draft={begun}
          {...(!closed && {
            onGoOn: () => {
              setDraft(begun)
              setOffered(false)
            },
          })}
          onDropped={() => setOffered(false)}
        />
      )}
      {!closed && (
        <EntryForm
          key={`${base.revision} ${draft?.id}`}
          id={entry.id}
          revision={base.revision}
          action={`${detail}/edit`}
          content={said?.typed ?? base.content}
          term={base.term}
          date={entry.created_at}
          draft={draft}
          cancelTo={detail}
          problem={said?.problem}
          save={save}
        />
      )}
      {conflict && (
        <Conflict
          mine={conflict.mine}
          theirs={conflict.current}
          onMine={() => {
            setConflict(undefined)
            save(conflict.mine, conflict.current.revision).then((goOn) => goOn?.())
          }}
          onTheirs={() => {
            setBase(conflict.current)
            setDraft(null)
            setConflict(undefined)
          }}
          onClose={() => setConflict(undefined)}
        />
      )}
    </div>
  )
}
