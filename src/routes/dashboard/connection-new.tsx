import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { data, Link, redirect, useNavigate } from 'react-router'
import { v7 as uuidv7 } from 'uuid'
import {
  connectionMessages,
  connectionToasts,
  entryForm,
  type Writing,
} from '../../domains/connections/contract.ts'
import { listDrafts } from '../../domains/connections/drafts/reads.server.ts'
import { eraseDraft } from '../../domains/connections/drafts/writes.server.ts'
import { DraftOffer } from '../../domains/connections/ui/draft-offer.tsx'
import { EntryForm } from '../../domains/connections/ui/entry-form.tsx'
import { saveEntry } from '../../domains/connections/writes.server.ts'
import { readTerm } from '../../domains/glossary/reads.server.ts'
import { askApi } from '../../platform/ask-api.ts'
import { loggable } from '../../platform/log.server.ts'
import { useToast } from '../../ui/toast/toast.tsx'
import { platformContext, signedInOwner } from '../context.ts'
import { orUndefined } from '../retry.ts'
import type { Route } from './+types/connection-new.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'New Connection' },
  { name: 'robots', content: 'noindex' },
]

/** The term handed over from another screen, and what was begun before and not saved. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const { log, database, clock } = platform
  const slug = new URL(request.url).searchParams.get('journal')
  const [found, listed] = await Promise.all([
    slug ? orUndefined(log, () => readTerm(database, slug)) : undefined,
    orUndefined(log, () => listDrafts(platform, signedInOwner(context))),
  ])
  const drafts = listed?.outcome === 'listed' ? listed.drafts : []
  const begun = drafts.find(({ entry_revision, content }) => entry_revision === null && content !== null)
  return { id: uuidv7(), now: clock.now().toISOString(), term: found?.term ?? null, begun: begun ?? null }
}

/** Without scripts. Whatever cannot be saved comes back with the form. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext)
  const owner = signedInOwner(context)
  const form = Object.fromEntries(await request.formData())
  if (form.deed === 'drop') {
    await eraseDraft(platform, owner, String(form.id))
    return redirect('/dashboard/connections/new')
  }
  const typed = String(form.content ?? '')
  const back = (problem: string, status: number) => data({ problem, typed }, status)
  const parsed = entryForm.safeParse(form)
  if (!parsed.success) return back(parsed.error.issues[0]?.message ?? connectionMessages.save, 400)
  try {
    const saved = await saveEntry(platform, owner, parsed.data)
    if ('entry' in saved) return redirect('/dashboard/connections')
    if (saved.outcome === 'no_such_term') return back(connectionMessages.noSuchTerm, 400)
  } catch (thrown) {
    platform.log.error('a connection could not be saved', { error: loggable(thrown) })
  }
  return back(connectionMessages.save, 503)
}

export default function NewConnection({ loaderData, actionData }: Route.ComponentProps) {
  const { id, now, term, begun } = loaderData
  // The loader names a new one each time: the form keeps the one that it began with.
  const [place, setPlace] = useState({ id, draft: null as typeof begun })
  const [offered, setOffered] = useState(begun !== null && begun.id !== place.id)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const toast = useToast()

  async function save(writing: Writing) {
    try {
      await askApi('/journal-entries', { method: 'POST', body: { id: place.id, ...writing } })
    } catch (thrown) {
      console.error('A Connection could not be saved', thrown)
      toast.failed(connectionToasts.saveFailed)
      return undefined
    }
    queries.invalidateQueries({ queryKey: ['journal-entries'] })
    toast.done(connectionToasts.saved)
    return () => navigate('/dashboard/connections')
  }

  return (
    <div className="grid gap-6">
      <p>
        <Link to="/dashboard/connections">Back</Link>
      </p>
      <h1>Create New Connection</h1>
      {offered && begun && (
        <DraftOffer
          draft={begun}
          onGoOn={() => {
            setPlace({ id: begun.id, draft: begun })
            setOffered(false)
          }}
          onDropped={() => setOffered(false)}
        />
      )}
      <EntryForm
        key={place.id}
        id={place.id}
        revision={null}
        action="/dashboard/connections/new"
        content={actionData?.typed ?? ''}
        term={term}
        date={now}
        draft={place.draft}
        cancelTo="/dashboard/connections"
        problem={actionData?.problem}
        save={save}
      />
    </div>
  )
}
