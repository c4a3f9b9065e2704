import { JournalGate } from '../../domains/connections/lock/ui/journal-gate.tsx'
import * as connectionMessages from '../../domains/connections/messages.en.yaml'
import { PrintPage } from '../../domains/connections/print/ui/print-page.tsx'
import { signedInOwner } from '../request-context.ts'
import type { Route } from './+types/connection-print.ts'

export { ErrorPage as ErrorBoundary } from './error-page.tsx'

export const meta = () => [{ title: connectionMessages.print() }, { name: 'robots', content: 'noindex' }]

/** As in print.tsx. */
export function loader({ context }: Route.LoaderArgs) {
  signedInOwner(context)
  return null
}

/** The address has the id, like that of the form: neither a reload nor a click before hydration prints more. */
export default ({ loaderData, params }: Route.ComponentProps) => (
  <JournalGate data={loaderData}>{() => <PrintPage key={params.id} chosen={params.id} />}</JournalGate>
)
