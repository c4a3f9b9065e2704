import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
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
    <aside className="tour-message" aria-label="About the tour">
      <p>
        The guided tour of this demo needs a wider screen: a desktop, or a tablet turned sideways. Here you
        can look around on your own.
      </p>
      <button
        type="button"
        className="menu-button"
        aria-label="Close this message"
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
