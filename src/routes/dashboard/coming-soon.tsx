import { ComingSoon } from '../../domains/editorial/ui/coming-soon.tsx'
import { siteContext } from '../request-context.ts'
import type { Route } from './+types/coming-soon.ts'
import * as messages from './messages.en.yaml'

export { ErrorPage as ErrorBoundary } from './error-page.tsx'

export const meta = () => [{ title: messages.comingSoon() }, { name: 'robots', content: 'noindex' }]

export function loader({ context }: Route.LoaderArgs) {
  const { roadmap, planned } = context.get(siteContext)
  return { roadmap, planned }
}

export default ({ loaderData }: Route.ComponentProps) => <ComingSoon {...loaderData} />
