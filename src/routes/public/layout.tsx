import { Outlet, useRouteLoaderData } from 'react-router'
import type { RootData } from '../request-context.ts'
import { SiteLayout } from '../site-layout.tsx'

// So that a failed form still has the root loader's data.
export { ErrorBoundary } from '../error-boundary.tsx'

export default function PublicLayout() {
  const root = useRouteLoaderData('root') as RootData | undefined
  if (!root) return null
  return (
    <SiteLayout root={root}>
      <Outlet />
    </SiteLayout>
  )
}
