import { use } from 'react'
import { useRouteLoaderData } from 'react-router'
import { DocumentContext } from '../client/inline/document-context.ts'
import * as messages from './messages.en.yaml'
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
  if (!root) return <p>{messages.failedPlain()}</p>
  return (
    <SiteLayout root={root}>
      {isNotFound ? (
        <div className="wrap">
          <NotFoundMessage />
        </div>
      ) : (
        <div className="wrap grid gap-4 py-16">
          <h1>{messages.failedTitle()}</h1>
          <p>{messages.failed()}</p>
          {/* Only the server knows it, so hydration keeps what is there. */}
          <p className="text-muted empty:hidden" suppressHydrationWarning>
            {requestId && messages.requestNumber({ id: requestId })}
          </p>
          <p>
            <a href={retryHref} className="btn btn-quiet">
              {messages.tryAgain()}
            </a>
          </p>
        </div>
      )}
    </SiteLayout>
  )
}
