import type { MetaFunction } from 'react-router'
import { Soon } from '../soon.tsx'

// A neutral title: the tab and the history may be seen by somebody else.
export const meta: MetaFunction = () => [{ title: 'Soon' }, { name: 'robots', content: 'noindex' }]

export default function NotBuilt() {
  return <Soon />
}
