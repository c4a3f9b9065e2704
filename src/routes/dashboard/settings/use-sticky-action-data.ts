import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * Keeps `actionData` until the next navigation. React Router drops it on revalidation, as after a change in another tab, but recovery
 * codes are shown only once.
 *
 * @returns `actionData`, or its last value at this history entry
 */
export function useStickyActionData<Data>(actionData: Data | undefined): Data | undefined {
  const { key } = useLocation()
  const [last, setLast] = useState({ key, actionData })
  if (actionData !== undefined && actionData !== last.actionData) setLast({ key, actionData })
  return actionData ?? (last.key === key ? last.actionData : undefined)
}
