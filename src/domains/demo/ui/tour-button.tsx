import { useEffect, useState } from 'react'
import { tourButton, useTour } from './use-tour.ts'

/** Hidden without JavaScript. */
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
