import { href, Link } from 'react-router'
import { admit } from '../../open-lock/open.client.ts'
import type { JournalLock } from '../lock.contract.ts'
import * as messages from '../messages.en.yaml'
import { OpenForm } from './open-form.tsx'

type OpenJournalProps = {
  /** Closed ones that are to be opened. */
  locks: readonly JournalLock[]
  /** Gets the id of the lock that was opened. */
  onOpened?: (lock_id: string) => void
  /** Whether the page has a title that says that the journal is locked, or is a dialog with a title. */
  place?: 'page' | 'titled-page' | 'dialog'
}

/** The form that opens a locked journal in all tabs of this browser. The focus then goes where a page that loads has it. */
export function OpenJournal({ locks, onOpened, place = 'page' }: OpenJournalProps) {
  return (
    <section className="grid gap-5 max-w-[36rem]" aria-label={messages.openTitle()}>
      {place !== 'titled-page' && (
        <div className="grid gap-2">
          {place === 'page' && <h2>{messages.openTitle()}</h2>}
          <p className="text-muted">{messages.openLede()}</p>
        </div>
      )}
      <OpenForm
        locks={locks}
        withStayOpen
        onOpened={async ({ keyring, journalKey }, options) => {
          await admit(keyring, journalKey, options)
          if (place !== 'dialog') document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
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
