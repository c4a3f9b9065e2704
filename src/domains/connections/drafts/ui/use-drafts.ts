import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { entryTypeOf } from '../../entries.rules.ts'
import { journalFetch } from '../../locked-documents/journal-fetch.client.ts'
import type { ListedEntry } from '../../ui/entry-card.tsx'
import type { Draft } from '../drafts.contract.ts'

/** The latest drafts, from the server. */
export const fetchDrafts = async (signal?: AbortSignal): Promise<Draft[]> =>
  (await journalFetch<{ drafts: Draft[] }>('/journal-drafts', { ...(signal && { signal }) })).drafts

/** The latest drafts, once `enabled`. */
export const useDrafts = (enabled: boolean) =>
  useQuery({
    queryKey: ['journal-drafts'],
    queryFn: ({ signal }) => fetchDrafts(signal),
    enabled,
    retry: false,
    refetchOnWindowFocus: false,
  })

const noDrafts: Draft[] = []

/** Drafts as the list shows them; without those that cannot be opened. */
export function useListedDrafts(enabled: boolean) {
  const { data = noDrafts, isPending, isError, refetch } = useDrafts(enabled)
  const drafts = useMemo(() => data.filter(({ content }) => content !== null).map(toListed), [data])
  return { drafts, isPending, isError, refetch }
}

const toListed = ({ entry_revision, writer: _, sequence: __, ...draft }: Draft): ListedEntry => ({
  ...draft,
  entry_type: entryTypeOf(draft.linked_term_ids),
  draft: { entry_revision },
})
