import { Outlet, redirect, useRouteLoaderData } from 'react-router'
import { type RootData, visitorContext } from '../context.ts'
import { SiteFrame } from '../site-frame.tsx'
import type { Route } from './+types/frame.ts'

/** The guard (specification point 2): decided here, on the server, for every page below; the origin page is remembered. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ request, context }) => {
    const { owner, session } = context.get(visitorContext)
    if (owner) return
    const { pathname, search } = new URL(request.url)
    const ask = session?.owes_factor ? '/auth-test/prove' : '/auth-test'
    throw redirect(`${ask}?${new URLSearchParams({ next: pathname + search })}`)
  },
]

/** A middleware runs on the server only where a loader asks for it. */
export const loader = () => null

export default function DashboardFrame() {
  const root = useRouteLoaderData('root') as RootData | undefined
  if (!root) return null
  return (
    <SiteFrame root={root}>
      <Outlet />
    </SiteFrame>
  )
}
