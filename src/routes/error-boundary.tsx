import { use } from 'react'
import { useRouteLoaderData } from 'react-router'
import { DocumentContext } from '../client/inline/document-context.ts'
import { NotFoundMessage } from './not-found-message.tsx'
import type { RootData } from './page-context.ts'
import { SiteLayout } from './site-layout.tsx'

/** The address in the bar; the failed page may render under another path. */
const retryHref = ''

/** In the site layout, so Quick Hide stays available (safety point 1). */
export function ErrorBoundary({ error }: { error: unknown }) {
  const root = useRouteLoaderData('root') as RootData | undefined
  const { requestId } = use(DocumentContext)
  const isNotFound = typeof error === 'object' && error !== null && 'status' in error && error.status === 404
  if (!root) return <p>Something went wrong on our side. Please try again in a moment.</p>
  return (
    <SiteLayout root={root}>
      {isNotFound ? (
        <div className="wrap">
          <NotFoundMessage />
        </div>
      ) : (
        <div className="wrap grid gap-4 py-16">
          <h1>Something went wrong on our side</h1>
          <p>Nothing of yours was lost. Please try again in a moment.</p>
          {/* Only the server knows it, so hydration keeps what is there. */}
          <p className="text-muted empty:hidden" suppressHydrationWarning>
            {requestId &&
              `If it happens again, please tell us on the contact page, with this number: ${requestId}`}
          </p>
          <p>
            <a href={retryHref} className="btn btn-quiet">
              Try again
            </a>
          </p>
        </div>
      )}
    </SiteLayout>
  )
}
