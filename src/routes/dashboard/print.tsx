import { JournalGate } from '../../domains/connections/lock/ui/journal-gate.tsx'
import * as connectionMessages from '../../domains/connections/messages.en.yaml'
import { PrintPage } from '../../domains/connections/print/ui/print-page.tsx'
import { signedInOwner } from '../request-context.ts'
import type { Route } from './+types/print.ts'

export { ErrorPage as ErrorBoundary } from './error-page.tsx'

export const meta = () => [{ title: connectionMessages.print() }, { name: 'robots', content: 'noindex' }]

/** Without a loader, client navigations would skip the layout's middleware. The browser reads the Connections itself. */
export function loader({ context }: Route.LoaderArgs) {
  signedInOwner(context)
  return null
}

export default ({ loaderData }: Route.ComponentProps) => (
  <JournalGate data={loaderData}>{() => <PrintPage />}</JournalGate>
)
