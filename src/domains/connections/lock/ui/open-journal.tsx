import { href, Link } from 'react-router'
import type { JournalLock } from '../lock.contract.ts'
import * as messages from '../messages.en.yaml'
import { admit } from '../open.client.ts'
import { OpenForm } from './open-form.tsx'

type OpenJournalProps = {
  /** Closed ones that are to be opened. */
  locks: readonly JournalLock[]
  /** Gets the id of the lock that was opened. */
  onOpened?: (lock_id: string) => void
  /** In a dialog, which has a title of its own. */
  isInDialog?: boolean
}

/** The form that opens a locked journal in all tabs of this browser. */
export function OpenJournal({ locks, onOpened, isInDialog = false }: OpenJournalProps) {
  return (
    <section className="grid gap-5 max-w-[36rem]" aria-label={messages.openTitle()}>
      <div className="grid gap-2">
        {!isInDialog && <h2>{messages.openTitle()}</h2>}
        <p className="text-muted">{messages.openLede()}</p>
      </div>
      <OpenForm
        locks={locks}
        withStayOpen
        onOpened={async ({ keyring, journalKey }, options) => {
          await admit(keyring, journalKey, options)
          onOpened?.(keyring.lock_id)
        }}
      />
      <p>
        <Link to={`${href('/dashboard/connections/lock')}?${new URLSearchParams({ go: 'lost' })}`}>
          {messages.lostAll()}
        </Link>
      </p>
    </section>
  )
}
