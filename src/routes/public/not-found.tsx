import { data } from 'react-router'
import { NotFoundMessage } from '../not-found-message.tsx'
import type { Route } from './+types/not-found.ts'

/** The log has no query. */
export const loader = () => data(null, 404)

export const meta: Route.MetaFunction = () => [
  { title: 'Page not found' },
  { name: 'robots', content: 'noindex' },
]

export default function NotFoundPage() {
  return (
    <div className="wrap">
      <NotFoundMessage />
    </div>
  )
}
