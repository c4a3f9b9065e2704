import type { QueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { apiFetch } from '../../../../platform/api-client.ts'
import {
  doubtedLocks,
  onDoubt,
  onLocksRequest,
  setJournalLocks,
} from '../../open-lock/current-lock.client.ts'
import {
  findCurrentLock,
  findNeededLocks,
  isJournalOpen,
  type LockSummary,
} from '../../open-lock/lock-states.rules.ts'
import { type OpenLock, onLocksChange, openLocks } from '../../open-lock/open-locks.client.ts'
import type { JournalLocks } from '../lock.contract.ts'

type PageLocks = { user_id: string; locks: readonly LockSummary[] }

/** The user's locks, as the layout knows them. */
export const JournalLocksContext = createContext<PageLocks>({ user_id: '', locks: [] })

const noneOpen: ReadonlyMap<string, OpenLock> = new Map()
const noSubscription = () => () => {}

/** The locks, and which of them are open in this tab. */
export function useJournalLocks() {
  const { user_id, locks } = use(JournalLocksContext)
  // Of a `.client` file, which the server does not have.
  const open = useSyncExternalStore(
    import.meta.env.SSR ? noSubscription : onLocksChange,
    import.meta.env.SSR ? () => noneOpen : openLocks,
    () => noneOpen,
  )
  const needed = findNeededLocks(locks)
  return {
    user_id,
    locks,
    current: findCurrentLock(locks),
    open,
    /** Those whose keys are missing. */
    closed: needed.filter(({ id }) => !open.has(id)),
    isOpen: isJournalOpen(locks, open),
  }
}

/** Drops the lists that were read: their texts stay no longer than they are shown. */
export function forgetLists(queries: QueryClient): void {
  for (const key of ['journal-entries', 'journal-drafts']) queries.removeQueries({ queryKey: [key] })
}

/** Does so when the journal is closed, also from a page that shows none of them. */
export function useForgetWhenClosed(queries: QueryClient): void {
  useEffect(() => onLocksChange(() => openLocks().size === 0 && forgetLists(queries)), [queries])
}

/** Whether the server ended a lock without the user's word. */
export const useIsDoubted = (): boolean =>
  useSyncExternalStore(
    import.meta.env.SSR ? noSubscription : onDoubt,
    () => doubtedLocks().length > 0,
    () => false,
  )

/** The value of the context: the loader's locks, or newer ones once the server refuses what this page knew. */
export function useLatestLocks(user_id: string, loaded: readonly LockSummary[]): PageLocks {
  const [fetched, setFetched] = useState({ loaded, locks: loaded })
  const locks = fetched.loaded === loaded ? fetched.locks : loaded
  useEffect(() => setJournalLocks(locks), [locks])
  useEffect(
    () =>
      onLocksRequest(async () => {
        // Revalidating could fail, and would then replace the page with what was typed.
        const answer = await apiFetch<JournalLocks>('/journal-lock').catch(() => undefined)
        if (answer) setFetched({ loaded, locks: answer.locks })
      }),
    [loaded],
  )
  return useMemo(() => ({ user_id, locks }), [user_id, locks])
}
