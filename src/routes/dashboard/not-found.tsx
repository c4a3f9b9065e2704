import { data } from 'react-router'
import { NotFoundMessage } from '../not-found-message.tsx'
import * as messages from './messages.en.yaml'

/** Below the guard: only signed-in users learn what exists. */
export const loader = () => data(null, 404)

export const meta = () => [{ title: messages.pageNotFound() }, { name: 'robots', content: 'noindex' }]

export default function NotFoundPage() {
  return <NotFoundMessage />
}
