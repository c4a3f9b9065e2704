import { useRouteLoaderData } from 'react-router'
import { Missing } from './not-found-message.tsx'
import type { RootData } from './page-context.ts'
import { SiteFrame } from './site-layout.tsx'

/** The address that the reader sees: what failed may be rendered as another's (server/http/private-pages.ts). */
const here = ''

/** What no route answers, or a route that threw: the same frame, so that Quick Hide and the search are there (safety point 1). */
export function ErrorBoundary({ error }: { error: unknown }) {
  const root = useRouteLoaderData('root') as RootData | undefined
  const missing = typeof error === 'object' && error !== null && 'status' in error && error.status === 404
  if (!root) return <p>Something went wrong on our side. Please try again in a moment.</p>
  return (
    <SiteFrame root={root}>
      {missing ? (
        <div className="wrap">
          <Missing />
        </div>
      ) : (
        <div className="wrap grid gap-4 py-16">
          <h1>Something went wrong on our side</h1>
          <p>Nothing of yours was lost. Please try again in a moment.</p>
          <p>
            <a href={here} className="btn btn-quiet">
              Try again
            </a>
          </p>
        </div>
      )}
    </SiteFrame>
  )
}
