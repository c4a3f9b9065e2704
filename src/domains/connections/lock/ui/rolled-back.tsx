import { useSyncExternalStore } from 'react'
import { onRollback, rolledBackLocks } from '../../open-lock/rollback.client.ts'
import * as messages from '../messages.en.yaml'
import { useJournalLocks } from './journal-locks.ts'

const none: ReadonlySet<string> = new Set()

/** Says that an older keyring was put back. */
export function RolledBack() {
  const { locks } = useJournalLocks()
  const rolledBack = useSyncExternalStore(onRollback, rolledBackLocks, () => none)
  if (!locks.some(({ id }) => rolledBack.has(id))) return null
  return (
    <p role="alert" className="form-problem mb-6">
      {messages.rolledBack()}
    </p>
  )
}
