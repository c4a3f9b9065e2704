import { data } from 'react-router'
import { NotFoundMessage } from '../not-found-message.tsx'
import * as messages from './messages.en.yaml'

/** The log has no query. */
export const loader = () => data(null, 404)

export const meta = () => [{ title: messages.pageNotFound() }, { name: 'robots', content: 'noindex' }]

export default function NotFoundPage() {
  return (
    <div className="wrap">
      <NotFoundMessage />
    </div>
  )
}
