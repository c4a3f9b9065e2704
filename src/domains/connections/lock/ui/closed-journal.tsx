import { lazy, Suspense } from 'react'
import * as messages from '../messages.en.yaml'
import { useJournalLocks } from './journal-locks.ts'
import { useRestoredLocks } from './use-restored-locks.ts'

const OpenJournal = lazy(async () => ({ default: (await import('./open-journal.tsx')).OpenJournal }))

/** The form that opens what is closed, on a page that works without; nothing once it is open. */
export function ClosedJournal() {
  const { locks, user_id, closed } = useJournalLocks()
  const { restored, retry } = useRestoredLocks(locks, user_id, closed.length > 0)
  if (closed.length === 0) return null
  if (restored === 'failed') {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3">
        <p className="form-problem">{messages.openFailed()}</p>
        <button type="button" className="btn btn-quiet" onClick={retry}>
          {messages.tryAgain()}
        </button>
      </div>
    )
  }
  const keyrings = restored?.locks.filter(({ id }) => closed.some((lock) => lock.id === id)) ?? []
  if (keyrings.length === 0) return <p className="note needs-script">{messages.textsNeedScript()}</p>
  return (
    <Suspense fallback={null}>
      <OpenJournal locks={keyrings} />
    </Suspense>
  )
}
