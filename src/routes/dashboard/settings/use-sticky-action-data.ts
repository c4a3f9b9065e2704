import { useState } from 'react'
import { useLocation } from 'react-router'

/** Revalidation drops `actionData`, but recovery codes are shown only once. Returns it until navigation. */
export function useStickyActionData<Data>(actionData: Data | undefined): Data | undefined {
  const { key } = useLocation()
  const [last, setLast] = useState({ key, actionData })
  if (actionData !== undefined && actionData !== last.actionData) setLast({ key, actionData })
  return actionData ?? (last.key === key ? last.actionData : undefined)
}
