import { useEffect, useState } from 'react'
import { tourButton, useTour } from './use-tour.ts'

/** Holds the tour, and is the way to take it again. Without a script there is none. */
export function TourButton() {
  const { paused, start } = useTour()
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return (
    <button
      type="button"
      id={tourButton}
      className={ready ? 'btn btn-quiet' : 'btn btn-quiet invisible'}
      onClick={start}
    >
      {paused ? 'Continue the tour' : 'Take the tour'}
    </button>
  )
}
