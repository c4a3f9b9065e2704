import { type Activity, nameEvent } from '../../domains/account/activity.contract.ts'
import { latestOf } from '../../domains/account/activity.rules.ts'
import { useJournalLocks } from '../../domains/connections/lock/ui/journal-locks.ts'
import { useOpenedData } from '../../domains/connections/lock/ui/use-opened-data.ts'
import { useRestoredLocks } from '../../domains/connections/lock/ui/use-restored-locks.ts'

/** The activity, with the latest Connections of a locked journal named once it is open. It shows without names before. */
export function useNamedActivity(activity: Activity | undefined): Activity | undefined {
  const { locks, user_id, closed } = useJournalLocks()
  useRestoredLocks(locks, user_id, closed.length > 0)
  const { opened } = useOpenedData(activity)
  if (locks.length === 0 || !opened?.data) return activity
  return { ...opened.data, latest: latestOf(opened.data.latest.map(nameEvent)) }
}
