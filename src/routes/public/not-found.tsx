import { data } from 'react-router'
import type { Route } from './+types/not-found.ts'

/** Says so with the status too; the server writes the attempted path to its log, not the query. */
export function loader() {
  return data(null, 404)
}

export const meta: Route.MetaFunction = () => [
  { title: 'Page not found' },
  { name: 'robots', content: 'noindex' },
]

export default function NotFoundPage() {
  return <NotFound />
}

/** Specification point 2, "404 page". */
export function NotFound() {
  return (
    <div className="wrap grid justify-items-start gap-5 py-16 sm:py-24">
      <p className="font-serif text-6xl text-act">404</p>
      <h1 data-not-found>Oops! Page not found</h1>
      <p className="max-w-prose">
        The address may have a typing mistake, or the page has moved. Nothing is wrong with you or your
        device.
      </p>
      <a href="/" className="btn">
        Return to Home
      </a>
    </div>
  )
}
