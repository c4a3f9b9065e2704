import { data } from 'react-router'
import { Missing } from '../not-found-message.tsx'
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
  return (
    <div className="wrap">
      <Missing />
    </div>
  )
}
