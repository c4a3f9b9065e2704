import { ComingSoon } from '../../domains/editorial/ui/coming-soon.tsx'
import * as messages from './messages.en.yaml'
import { useDemo } from './use-demo-data.ts'

export const meta = () => [{ title: messages.comingSoon() }, { name: 'robots', content: 'noindex' }]

export default function DemoComingSoon() {
  const { roadmap, planned } = useDemo()
  return <ComingSoon roadmap={roadmap} planned={planned} />
}
