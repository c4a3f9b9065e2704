import { useEffect, useState } from 'react'
import { apiFetch } from '../../../platform/api-client.ts'
import type { Draft } from '../drafts.contract.ts'

/**
 * What was typed last before a reload is sent a moment before the next page is asked for, and the server may read the drafts for that
 * one first. So the page that comes asks once more.
 *
 * @returns what is begun now, the latest first, once it is known after a reload
 */
export function useDraftsAnew(): Draft[] | undefined {
  const [drafts, setDrafts] = useState<Draft[]>()
  useEffect(() => {
    const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (loaded?.type !== 'reload') return
    // Where it cannot be told, what came with the page stands.
    apiFetch<{ drafts: Draft[] }>('/journal-drafts').then(
      ({ drafts }) => setDrafts(drafts),
      () => {},
    )
  }, [])
  return drafts
}
