import { data, href, Link, redirect } from 'react-router'
import type { DecryptedEntry } from '../../domains/connections/entries.contract.ts'
import { readEntry } from '../../domains/connections/entries.reads.server.ts'
import { isOpened } from '../../domains/connections/entries.rules.ts'
import { JournalGate } from '../../domains/connections/lock/ui/journal-gate.tsx'
import * as connectionMessages from '../../domains/connections/messages.en.yaml'
import { deleteEntry, eraseTrash } from '../../domains/connections/trash/trash.writes.server.ts'
import { EntryDetail } from '../../domains/connections/ui/entry-detail.tsx'
import { loggable } from '../../platform/log.server.ts'
import { platformContext, signedInOwner } from '../request-context.ts'
import type { Route } from './+types/connection.ts'
import * as messages from './messages.en.yaml'

export const meta = () => [{ title: messages.connection() }, { name: 'robots', content: 'noindex' }]

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const confirmDelete = new URL(request.url).searchParams.has('delete')
  try {
    const result = await readEntry(platform, signedInOwner(context), params.id)
    // A locked one opens in the browser.
    if (result.outcome === 'found') return data({ entry: result.entry as DecryptedEntry, confirmDelete })
    return data({ entry: undefined, confirmDelete }, result.outcome === 'not_found' ? 404 : 503)
  } catch (thrown) {
    platform.log.error('a connection could not be read', { error: loggable(thrown) })
    return data({ entry: undefined, confirmDelete }, 503)
  }
}

/** Handles the form where JavaScript does not run. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const [platform, owner] = [context.get(platformContext), signedInOwner(context)]
  const form = await request.formData()
  await deleteEntry(platform, owner, params.id)
  if (form.has('for_good')) await eraseTrash(platform, owner, params.id)
  return redirect(href('/dashboard/connections'))
}

export { ConnectionNotFound as ErrorBoundary }

export default function Connection({ loaderData }: Route.ComponentProps) {
  return (
    <JournalGate data={loaderData}>
      {({ entry, confirmDelete }) =>
        isOpened(entry) ? (
          <EntryDetail key={entry.id} entry={entry} confirmDelete={confirmDelete} />
        ) : (
          <ConnectionNotFound />
        )
      }
    </JournalGate>
  )
}

/** Specification point 8. */
export function ConnectionNotFound() {
  return (
    <div className="grid justify-items-start gap-5">
      <h1>{messages.connectionDetail()}</h1>
      <p role="alert" className="form-problem">
        {connectionMessages.notFound()}
      </p>
      <Link to={href('/dashboard/connections')} className="btn btn-quiet">
        {messages.backToConnections()}
      </Link>
    </div>
  )
}
