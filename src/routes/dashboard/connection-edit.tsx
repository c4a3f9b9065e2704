import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { data, Link, redirect, useNavigate } from 'react-router'
import {
  changeEntrySchema,
  connectionMessages,
  connectionToasts,
  entryForm,
  type OpenEntry,
  type Writing,
} from '../../domains/connections/contract.ts'
import { readDraft } from '../../domains/connections/drafts/reads.server.ts'
import { readEntry } from '../../domains/connections/reads.server.ts'
import { Conflict } from '../../domains/connections/ui/conflict.tsx'
import { DraftOffer } from '../../domains/connections/ui/draft-offer.tsx'
import { EntryForm } from '../../domains/connections/ui/entry-form.tsx'
import { changeEntry } from '../../domains/connections/writes.server.ts'
import { ApiProblem, askApi } from '../../platform/ask-api.ts'
import { loggable } from '../../platform/log.server.ts'
import { useToast } from '../../ui/toast/toast.tsx'
import { platformContext, signedInOwner } from '../context.ts'
import type { Route } from './+types/connection-edit.ts'
import { ConnectionMissing } from './connection.tsx'

export const meta: Route.MetaFunction = () => [
  { title: 'Edit Connection' },
  { name: 'robots', content: 'noindex' },
]

export async function loader({ params, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const owner = signedInOwner(context)
  try {
    const found = await readEntry(platform, owner, params.id)
    if (found.outcome !== 'found') return data(undefined, found.outcome === 'not_found' ? 404 : 503)
    const begun = await readDraft(platform, owner, params.id)
    return data({ entry: found.entry, begun: begun.outcome === 'found' ? begun.draft : null })
  } catch (thrown) {
    platform.log.error('a connection could not be read', { error: loggable(thrown) })
    return data(undefined, 503)
  }
}

/** Without scripts. Somebody who changed another version than the present one gets their text back, and is told. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const platform = context.get(platformContext)
  const form = Object.fromEntries(await request.formData())
  const typed = String(form.content ?? '')
  const back = (problem: string, status: number) => data({ problem, typed }, status)
  const parsed = entryForm.safeParse({ ...form, id: undefined })
  const revision = changeEntrySchema.shape.revision.safeParse(Number(form.revision))
  if (!parsed.success) return back(parsed.error.issues[0]?.message ?? connectionMessages.update, 400)
  if (!revision.success) return back(connectionMessages.update, 400)
  const { content, linked_term_id } = parsed.data
  try {
    const change = { revision: revision.data, content, linked_term_id }
    const changed = await changeEntry(platform, signedInOwner(context), params.id, change)
    if ('entry' in changed) return redirect(`/dashboard/connections/${params.id}`)
    if (changed.outcome === 'conflict') return back(connectionMessages.changed, 409)
    if (changed.outcome === 'no_such_term') return back(connectionMessages.noSuchTerm, 400)
  } catch (thrown) {
    platform.log.error('a connection could not be changed', { error: loggable(thrown) })
  }
  return back(connectionMessages.update, 503)
}

export default function EditConnection({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <ConnectionMissing />
  return <Edit key={loaderData.entry.id} {...loaderData} said={actionData} />
}

type EditProps = NonNullable<Route.ComponentProps['loaderData']> & {
  said: Route.ComponentProps['actionData']
}

function Edit({ entry, begun, said }: EditProps) {
  const [base, setBase] = useState(entry)
  const [draft, setDraft] = useState<typeof begun>(null)
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
      toast.failed(connectionToasts.updateFailed)
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
      {offered && begun && (
        <DraftOffer
          draft={begun}
          onGoOn={() => {
            setDraft(begun)
            setOffered(false)
          }}
          onDropped={() => setOffered(false)}
        />
      )}
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
