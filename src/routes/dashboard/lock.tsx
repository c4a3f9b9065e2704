import { lazy, Suspense } from 'react'
import { href, Link } from 'react-router'
import * as lockMessages from '../../domains/connections/lock/messages.en.yaml'
import { useJournalLocks } from '../../domains/connections/lock/ui/journal-locks.ts'
import { readProfile } from '../../domains/identity/accounts/profile.reads.server.ts'
import { listSessions, readUser } from '../../domains/identity/identity.reads.server.ts'
import { isRecentlyAuthenticated } from '../../domains/identity/identity.rules.ts'
import { engineContext, platformContext, signedInOwner, signedInSession } from '../request-context.ts'
import type { Route } from './+types/lock.ts'
import * as messages from './messages.en.yaml'
import { useJournalAccessError } from './use-journal-access.ts'

/** Not with the modules that every private page loads ahead: few people come here, and mostly once. */
const LockPage = lazy(async () => ({
  default: (await import('../../domains/connections/lock/ui/lock-page.tsx')).LockPage,
}))

export { ErrorPage as ErrorBoundary } from './error-page.tsx'

export const meta = () => [{ title: lockMessages.pageTitle() }, { name: 'robots', content: 'noindex' }]

/** The browser reads the locks itself, because they change while the page is open. */
export async function loader({ context }: Route.LoaderArgs) {
  const { auth, clock } = context.get(engineContext)
  const { database } = context.get(platformContext)
  const session = signedInSession(context)
  const [profile, user, sessions] = await Promise.all([
    readProfile(database, signedInOwner(context)),
    readUser(auth, session.user_id),
    listSessions(auth, session, clock.now()),
  ])
  return {
    user_id: session.user_id,
    ownWords: [user?.email, profile?.first_name, profile?.username].filter((word) => word != null),
    devices: sessions.filter(({ current }) => !current).map(({ device }) => device ?? ''),
    isProven: isRecentlyAuthenticated(session, clock.now()),
  }
}

export default function Lock({ loaderData }: Route.ComponentProps) {
  const accessError = useJournalAccessError()
  const isLocked = useJournalLocks().current?.state === 'locked'
  return (
    <div className="grid max-w-[46rem] gap-6">
      <header className="grid gap-3 no-print">
        <p>
          <Link to={href('/dashboard/connections')}>{messages.backToConnections()}</Link>
        </p>
        <h1>{isLocked ? lockMessages.manageTitle() : lockMessages.lockTitle()}</h1>
        {!isLocked && <p className="text-muted">{lockMessages.lockLede()}</p>}
      </header>
      <noscript>
        <p className="note">{lockMessages.needsScript()}</p>
      </noscript>
      <p className="note if-plain">{lockMessages.needsScript()}</p>
      <div className="needs-react">
        <Suspense fallback={<p role="status">{lockMessages.loading()}</p>}>
          <LockPage {...loaderData} accessError={accessError} />
        </Suspense>
      </div>
    </div>
  )
}
