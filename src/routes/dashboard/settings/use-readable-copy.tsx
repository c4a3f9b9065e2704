import type { ReadableCopy } from '../../../domains/account/ui/download-form.tsx'
import { ClosedJournal } from '../../../domains/connections/lock/ui/closed-journal.tsx'
import { useJournalLocks } from '../../../domains/connections/lock/ui/journal-locks.ts'
import { useRestoredLocks } from '../../../domains/connections/lock/ui/use-restored-locks.ts'
import { findNeededLocks } from '../../../domains/connections/open-lock/lock-states.rules.ts'

/** How a locked journal is downloaded readable; undefined for one without a lock. */
export function useReadableCopy(): ReadableCopy | undefined {
  const { locks, user_id, closed } = useJournalLocks()
  useRestoredLocks(locks, user_id, closed.length > 0)
  if (findNeededLocks(locks).length === 0) return undefined
  return {
    isOpen: closed.length === 0,
    openForm: <ClosedJournal />,
    async convert(archive, options) {
      const { toReadableArchive } = await import('./readable-archive.ts')
      return toReadableArchive(archive, options)
    },
  }
}
