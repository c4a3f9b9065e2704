import { useMemo } from 'react'
import { countTags } from '../tags.rules.ts'
import { useAllEntries } from './use-entries.ts'

/** The user's tags, the most used first. Loads all Connections once `enabled`: tags are encrypted with them. */
export function useOwnTags(enabled: boolean): string[] {
  const { data } = useAllEntries(enabled)
  return useMemo(
    () => countTags(data?.pages.flatMap((page) => page.entries) ?? []).map(({ tag }) => tag),
    [data],
  )
}
