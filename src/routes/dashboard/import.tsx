import { href, Link } from 'react-router'
import * as importMessages from '../../domains/connections/import/messages.en.yaml'
import { ImportConnections } from '../../domains/connections/import/ui/import-connections.tsx'
import { JournalGate } from '../../domains/connections/lock/ui/journal-gate.tsx'
import { JournalUnavailable } from '../../domains/connections/ui/journal-unavailable.tsx'
import * as messages from './messages.en.yaml'
import { useJournalAccessError } from './use-journal-access.ts'

export { ErrorPage as ErrorBoundary } from './error-page.tsx'

export const meta = () => [{ title: importMessages.title() }, { name: 'robots', content: 'noindex' }]

/** In a file of its own, not the area's: few people come here, and mostly once. */
export default function Import() {
  const accessError = useJournalAccessError()
  const page = (
    <div className="grid max-w-[46rem] gap-6">
      <header className="grid gap-3">
        <p>
          <Link to={href('/dashboard/connections')}>{messages.backToConnections()}</Link>
        </p>
        <h1>{importMessages.title()}</h1>
        <p className="text-muted">{importMessages.lede()}</p>
      </header>
      {accessError ? <JournalUnavailable reason={accessError} /> : <ImportConnections />}
    </div>
  )
  return accessError ? page : <JournalGate data={null}>{() => page}</JournalGate>
}
