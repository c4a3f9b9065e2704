import { useRouteLoaderData } from 'react-router'
import type { loader } from './layout.tsx'

/**
 * @returns why who is here may not write Connections (platform/owner, `journalAccessError`); undefined for who may. Where it says
 *   something, a journal button leads to the page that says it, and opens no dialog.
 */
export const useClosedJournal = (): string | undefined =>
  useRouteLoaderData<typeof loader>('routes/dashboard/layout')?.closedJournal
