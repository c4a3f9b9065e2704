import { Outlet, useRouteLoaderData } from 'react-router'
import type { RootData } from '../request-context.ts'
import { SiteFrame } from '../site-layout.tsx'

// Here, so that a form that failed has what the root gives to every page.
export { ErrorBoundary } from '../error-boundary.tsx'

/** The frame around the public pages. */
export default function PublicFrame() {
  const root = useRouteLoaderData('root') as RootData | undefined
  if (!root) return null
  return (
    <SiteFrame root={root}>
      <Outlet />
    </SiteFrame>
  )
}
