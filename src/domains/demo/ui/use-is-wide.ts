import { useSyncExternalStore } from 'react'

/** Specification point 4: below 1024 px the layout is the mobile one. */
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
