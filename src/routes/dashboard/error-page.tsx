import { useRevalidator } from 'react-router'

export function ErrorPage() {
  return (
    <div className="grid justify-items-start gap-4">
      <h1>This page could not be loaded</h1>
      <p>Nothing of yours was lost. Perhaps the network is gone for a moment.</p>
      <TryAgain />
    </div>
  )
}

/** Revalidates: an offline reload would show the browser's error page. */
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
