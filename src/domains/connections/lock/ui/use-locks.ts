import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { apiFetch } from '../../../../platform/api-client.ts'
import { planMoves } from '../../move-rows/move-plan.rules.ts'
import { restoreOpenLocks } from '../../open-lock/open.client.ts'
import { type OpenLock, onLocksChange, openLocks } from '../../open-lock/open-locks.client.ts'
import type { JournalLocks } from '../lock.contract.ts'

export const locksKey = ['journal-lock']

const noneOpen: ReadonlyMap<string, OpenLock> = new Map()
const noSubscription = () => () => {}

/** The locks that are open in this tab. */
const useOpenLocks = (): ReadonlyMap<string, OpenLock> =>
  useSyncExternalStore(
    import.meta.env.SSR ? noSubscription : onLocksChange,
    import.meta.env.SSR ? () => noneOpen : openLocks,
    () => noneOpen,
  )

/** A person's locks, as the server has them now, and what is to be done for them. `isReady` once open ones are restored. */
export function useLocks(user_id: string) {
  const query = useQuery({
    queryKey: locksKey,
    queryFn: () => apiFetch<JournalLocks>('/journal-lock'),
    staleTime: 0,
    retry: false,
  })
  const open = useOpenLocks()
  const { data } = query
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    if (!data) return
    let isCurrent = true
    restoreOpenLocks(data.locks, user_id).finally(() => isCurrent && setReady(true))
    return () => {
      isCurrent = false
    }
  }, [data, user_id])
  return {
    locks: data,
    plan: data && planMoves(data),
    open,
    isReady: data !== undefined && isReady,
    isError: query.isError && !data,
    refetch: async () => (await query.refetch()).data,
  }
}
