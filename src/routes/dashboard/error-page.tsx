import { useRevalidator } from 'react-router'
import * as messages from './messages.en.yaml'

export function ErrorPage() {
  return (
    <div className="grid justify-items-start gap-4">
      <h1>{messages.loadFailed()}</h1>
      <p>{messages.loadFailedWhy()}</p>
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
      {state === 'loading' ? messages.loading() : messages.tryAgain()}
    </button>
  )
}
