import { data, Link } from 'react-router'
import { pageSize } from '../../domains/connections/contract.ts'
import { listEntries } from '../../domains/connections/reads.server.ts'
import { EntryList } from '../../domains/connections/ui/entry-list.tsx'
import { loggable } from '../../platform/log.server.ts'
import { platformContext, signedInOwner } from '../context.ts'
import type { Route } from './+types/connections.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'Connections' },
  { name: 'robots', content: 'noindex' },
]

export async function loader({ context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  try {
    const listed = await listEntries(platform, signedInOwner(context), { offset: 0, limit: pageSize })
    if (listed.outcome === 'listed') return data({ page: listed })
  } catch (thrown) {
    platform.log.error('connections could not be read', { error: loggable(thrown) })
  }
  return data({ page: undefined }, 503)
}

export default function Connections({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1>Connections</h1>
        <Link to="/dashboard/connections/new" className="btn">
          New Connection
        </Link>
      </div>
      <div className="mt-6">
        <EntryList initial={page} />
      </div>
    </>
  )
}
