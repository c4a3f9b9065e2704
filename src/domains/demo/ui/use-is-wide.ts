import { useSyncExternalStore } from 'react'

/** Specification point 9, "Layout". */
const query = '(min-width: 64rem)'

function subscribe(onChange: () => void) {
  const media = matchMedia(query)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** Undefined on the server. */
export const useIsWide = (): boolean | undefined =>
  useSyncExternalStore<boolean | undefined>(
    subscribe,
    () => matchMedia(query).matches,
    () => undefined,
  )
