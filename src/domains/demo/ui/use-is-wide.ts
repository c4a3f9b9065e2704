import { useSyncExternalStore } from 'react'

/** Specification point 9, "Layout": the view counts as mobile below 1024 px. */
const query = '(min-width: 64rem)'

function follow(changed: () => void) {
  const media = matchMedia(query)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** @returns whether the window is wide enough for the tour; undefined on the server, which does not know */
export const useIsWide = (): boolean | undefined =>
  useSyncExternalStore<boolean | undefined>(
    follow,
    () => matchMedia(query).matches,
    () => undefined,
  )
