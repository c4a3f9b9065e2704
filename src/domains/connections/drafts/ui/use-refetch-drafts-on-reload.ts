import { useEffect, useState } from 'react'
import { journalFetch } from '../../locked-documents/journal-fetch.client.ts'
import type { Draft } from '../drafts.contract.ts'

/** On reload the last autosave races the loader. Refetches drafts once; undefined until then. */
export function useRefetchDraftsOnReload(): Draft[] | undefined {
  const [drafts, setDrafts] = useState<Draft[]>()
  useEffect(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (navigation?.type !== 'reload') return
    // On failure the loader's drafts stay.
    journalFetch<{ drafts: Draft[] }>('/journal-drafts').then(
      ({ drafts }) => setDrafts(drafts),
      () => {},
    )
  }, [])
  return drafts
}
