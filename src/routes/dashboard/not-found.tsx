import { data } from 'react-router'
import { NotFoundMessage } from '../not-found-message.tsx'
import type { Route } from './+types/not-found.ts'

/** For signed-in users only. The guard redirects everyone else, so they learn nothing about the path. */
export const loader = () => data(null, 404)

export const meta: Route.MetaFunction = () => [
  { title: 'Page not found' },
  { name: 'robots', content: 'noindex' },
]

export default function NotFoundPage() {
  return <NotFoundMessage />
}
