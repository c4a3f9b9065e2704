import type { ReactNode } from 'react'
import * as messages from '../messages.en.yaml'
import { ClosedJournal } from './closed-journal.tsx'
import { useJournalLocks } from './journal-locks.ts'
import { useOpenedData } from './use-opened-data.ts'

type OpenLaterProps<Data> = {
  /** As the loader returns it. */
  data: Data
  /** Whether some of it is locked. Otherwise nobody has to open anything. */
  isLocked: boolean
  /** Gets the opened data once the journal is open, and before that the locked one. */
  children: (data: Data) => ReactNode
}

/** Shows a page that works without its texts at once, also without scripts, below the form that opens the journal. */
export function OpenLater<Data>({ data, isLocked, children }: OpenLaterProps<Data>) {
  const { closed } = useJournalLocks()
  const { opened, failed, retry } = useOpenedData(data)
  return (
    <>
      {isLocked && closed.length > 0 && (
        <div className="mb-6">
          <ClosedJournal />
        </div>
      )}
      {failed && (
        <div role="alert" className="mb-6 flex flex-wrap items-center gap-3">
          <p className="form-problem">{messages.openFailed()}</p>
          <button type="button" className="btn btn-quiet" onClick={retry}>
            {messages.tryAgain()}
          </button>
        </div>
      )}
      {children(opened ? opened.data : data)}
    </>
  )
}
