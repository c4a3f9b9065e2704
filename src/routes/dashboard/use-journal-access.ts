import { useRouteLoaderData } from 'react-router'
import type { loader } from './layout.tsx'

/** Why the user can't write. Journal buttons then link to the page that shows it. */
export const useJournalAccessError = (): string | undefined =>
  useRouteLoaderData<typeof loader>('routes/dashboard/layout')?.journalAccessError
