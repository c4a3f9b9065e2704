import { useRouteLoaderData } from 'react-router'
import type { loader } from './layout.tsx'

/**
 * @returns why the user can't write Connections (platform/owner.ts, `journalAccessError`), or undefined. With an error, a journal button
 *   links to the page that shows it, instead of opening a dialog.
 */
export const useJournalAccessError = (): string | undefined =>
  useRouteLoaderData<typeof loader>('routes/dashboard/layout')?.journalAccessError
