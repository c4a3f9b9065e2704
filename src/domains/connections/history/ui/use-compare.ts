import { type ComponentType, useState } from 'react'
import { useScopedToast } from '../../../../ui/toast/toast.tsx'
import * as messages from '../../messages.en.yaml'
import type { VersionChangesProps } from './version-changes.tsx'

/** Loads what compares two texts when it is asked for: few need it. It runs in the browser, where the texts are read anyway. */
export function useCompare() {
  const [Changes, setChanges] = useState<ComponentType<VersionChangesProps>>()
  const toast = useScopedToast()

  async function compare() {
    try {
      const { VersionChanges } = await import('./version-changes.tsx')
      toast.dismissFailure()
      setChanges(() => VersionChanges)
    } catch (thrown) {
      console.error('The comparison could not be loaded', thrown)
      toast.failed({ title: messages.errorTitle(), description: messages.compareFailed() })
    }
  }

  return { Changes, compare, leave: () => setChanges(undefined) }
}
