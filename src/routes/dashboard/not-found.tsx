import { data } from 'react-router'
import { Missing } from '../not-found-message.tsx'
import type { Route } from './+types/not-found.ts'

/** An address of the private area that leads nowhere, for whoever is signed in; others meet the guard, and learn nothing. */
export function loader() {
  return data(null, 404)
}

export const meta: Route.MetaFunction = () => [
  { title: 'Page not found' },
  { name: 'robots', content: 'noindex' },
]

export default function NotFoundPage() {
  return <Missing />
}
