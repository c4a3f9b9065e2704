import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import * as messages from '../messages.en.yaml'
import { tourKeys } from '../tour.rules.ts'
import { readStored, writeStored } from './safe-local-storage.ts'
import { useIsWide } from './use-is-wide.ts'

/** Specification point 4, "Demo tour". */
export function SmallScreenMessage() {
  const wide = useIsWide()
  const [closed, setClosed] = useState(true)
  useEffect(() => setClosed(readStored(tourKeys.message) !== null), [])
  if (wide !== false || closed) return null
  return (
    <aside className="tour-message" aria-label={messages.aboutTour()}>
      <p>{messages.needsWiderScreen()}</p>
      <button
        type="button"
        className="menu-button"
        aria-label={messages.closeMessage()}
        onClick={() => {
          writeStored(tourKeys.message, 'true')
          setClosed(true)
          document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
        }}
      >
        <X className="icon" aria-hidden="true" />
      </button>
    </aside>
  )
}
