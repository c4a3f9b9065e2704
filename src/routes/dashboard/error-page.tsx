import { useRevalidator } from 'react-router'

/** A page of the area that could not be read on the way to it, within its frame: the network or the server was gone. */
export function PageFailed() {
  return (
    <div className="grid justify-items-start gap-4">
      <h1>This page could not be loaded</h1>
      <p>Nothing of yours was lost. Perhaps the network is gone for a moment.</p>
      <TryAgain />
    </div>
  )
}

/** Asks for the page once more, in place: loading the document anew would show the browser's own page of an error. */
export function TryAgain() {
  const { revalidate, state } = useRevalidator()
  return (
    <button
      type="button"
      className="btn btn-quiet"
      aria-disabled={state === 'loading'}
      onClick={() => state === 'loading' || revalidate()}
    >
      {state === 'loading' ? 'Loading...' : 'Try again'}
    </button>
  )
}
