import { data } from 'react-router'
import { Missing } from '../not-found-message.tsx'

/** An address of the demo that leads nowhere. */
export const loader = () => data(null, 404)

export const meta = () => [{ title: 'Page not found' }, { name: 'robots', content: 'noindex' }]

export default function NotFoundPage() {
  return <Missing />
}
