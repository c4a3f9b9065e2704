import { useEffect, useState } from 'react'
import { apiFetch } from '../../../../platform/api-client.ts'
import { prepareToOpen } from '../../locked-documents/open-documents.client.ts'
import type { LockSummary } from '../../open-lock/lock-states.rules.ts'
import { onLocksChange } from '../../open-lock/open-locks.client.ts'
import type { JournalLock, JournalLocks } from '../lock.contract.ts'

type Restored = { locks: readonly JournalLock[] } | 'failed'

/** One attempt for all pages, until a lock is opened or closed. */
let latest: { key: string; attempt: Promise<Restored> } | undefined

/**
 * Loads the keyrings, and gets the keys from the other tabs or by the reload key.
 *
 * @param isNeeded whether a key is missing
 * @returns undefined until that is done
 */
export function useRestoredLocks(locks: readonly LockSummary[], user_id: string, isNeeded: boolean) {
  const [restored, setRestored] = useState<Restored>()
  const [attempt, setAttempt] = useState(1)
  useEffect(() => {
    if (!isNeeded || attempt === 0) return
    let isCurrent = true
    restoreOnce(locks, user_id).then((result) => isCurrent && setRestored(result))
    return () => {
      isCurrent = false
    }
  }, [locks, user_id, isNeeded, attempt])
  return { restored, retry: () => setAttempt(attempt + 1) }
}

function restoreOnce(locks: readonly LockSummary[], user_id: string): Promise<Restored> {
  const key = locks.map(({ id }) => id).join()
  if (latest?.key === key) return latest.attempt
  const attempt = restore(user_id)
  const current = { key, attempt }
  latest = current
  attempt.then((result) => result === 'failed' && forget())
  const stop = onLocksChange(forget)
  function forget() {
    stop()
    if (latest === current) latest = undefined
  }
  return attempt
}

async function restore(user_id: string): Promise<Restored> {
  try {
    const { locks } = await apiFetch<JournalLocks>('/journal-lock')
    const { restoreOpenLocks } = await import('../../open-lock/open.client.ts')
    await restoreOpenLocks(locks, user_id)
    // While the person types the phrase.
    prepareToOpen()
    return { locks }
  } catch (thrown) {
    console.warn('The ways to open the journal could not be loaded', thrown)
    return 'failed'
  }
}
