import { useSyncExternalStore } from 'react'

/** Specification point 9, "Layout": the view counts as mobile below 1024 px. */
const query = '(min-width: 64rem)'

function subscribe(onChange: () => void) {
  const media = matchMedia(query)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** Whether the window is wide enough for the tour; undefined on the server. */
export const useIsWide = (): boolean | undefined =>
  useSyncExternalStore<boolean | undefined>(
    subscribe,
    () => matchMedia(query).matches,
    () => undefined,
  )
