import { useState } from 'react'
import { data, href, redirect } from 'react-router'
import { QuickJournal } from '../../domains/connections/ui/quick-journal.tsx'
import { WriteButton } from '../../domains/connections/ui/write-button.tsx'
import type { SavedTerm } from '../../domains/favorites/favorites.contract.ts'
import { listSavedTerms } from '../../domains/favorites/favorites.reads.server.ts'
import { removeSavedTerm, saveTerm } from '../../domains/favorites/favorites.writes.server.ts'
import { EditableFavoriteList } from '../../domains/favorites/ui/editable-favorite-list.tsx'
import { loggable } from '../../platform/log.server.ts'
import { platformContext, signedInOwner } from '../request-context.ts'
import type { Route } from './+types/favorites.ts'
import * as messages from './messages.en.yaml'
import { useJournalAccessError } from './use-journal-access.ts'

export const meta = () => [{ title: messages.favorites() }, { name: 'robots', content: 'noindex' }]

export async function loader({ context }: Route.LoaderArgs) {
  const { database, log } = context.get(platformContext)
  try {
    return data(await listSavedTerms(database, signedInOwner(context)))
  } catch (thrown) {
    log.error('favorites could not be read', { error: loggable(thrown) })
    return data(undefined, 503)
  }
}

/** Handles the form where JavaScript does not run. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext)
  const owner = signedInOwner(context)
  const form = await request.formData()
  const term_id = String(form.get('term_id') ?? '')
  if (form.get('intent') === 'remove') await removeSavedTerm(platform, owner, term_id)
  else await saveTerm(platform, owner, term_id)
  return redirect(href('/dashboard/favorites'))
}

export default ({ loaderData }: Route.ComponentProps) => <Favorites initial={loaderData} />

export const ErrorBoundary = () => <Favorites initial={undefined} />

function Favorites({ initial }: { initial: Route.ComponentProps['loaderData'] }) {
  const accessError = useJournalAccessError()
  const [journalTerm, setJournalTerm] = useState<SavedTerm['term']>()
  return (
    <>
      <EditableFavoriteList
        initial={initial}
        actions={(term) => (
          <WriteButton term={term} onWrite={accessError ? undefined : () => setJournalTerm(term)} />
        )}
      />
      {journalTerm && <QuickJournal term={journalTerm} onClose={() => setJournalTerm(undefined)} />}
    </>
  )
}
