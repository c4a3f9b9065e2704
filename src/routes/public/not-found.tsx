import { data } from 'react-router'
import { NotFoundMessage } from '../not-found-message.tsx'

/** The log has no query. */
export const loader = () => data(null, 404)

export const meta = () => [{ title: 'Page not found' }, { name: 'robots', content: 'noindex' }]

export default function NotFoundPage() {
  return (
    <div className="wrap">
      <NotFoundMessage />
    </div>
  )
}
