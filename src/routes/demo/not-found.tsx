import { data } from 'react-router'
import { NotFoundMessage } from '../not-found-message.tsx'
import * as messages from './messages.en.yaml'

export const loader = () => data(null, 404)

export const meta = () => [{ title: messages.pageNotFound() }, { name: 'robots', content: 'noindex' }]

export default function NotFoundPage() {
  return <NotFoundMessage />
}
