import { useMemo } from 'react'
import { useAllEntries } from '../../ui/use-entries.ts'
import { countTags } from '../tags.rules.ts'

/** The user's tags, the most used first. Loads all Connections once `enabled`: tags are encrypted with them. */
export function useOwnTags(enabled: boolean): string[] {
  const { data } = useAllEntries(enabled)
  return useMemo(
    () => countTags(data?.pages.flatMap((page) => page.entries) ?? []).map(({ tag }) => tag),
    [data],
  )
}
