import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { preloadModule } from 'react-dom'
import {
  Outlet,
  redirectDocument,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useRevalidator,
  useRouteLoaderData,
  useSubmit,
} from 'react-router'
import { readProfile } from '../../domains/identity/accounts/profile.reads.server.ts'
import { toClientSession } from '../../domains/identity/identity.rules.ts'
import { lockWhenIdle } from '../../domains/identity/sessions/idle-lock.client.ts'
import {
  type LockMinutes,
  lockedPath,
  pathToReturnTo,
} from '../../domains/identity/sessions/safe-mode.rules.ts'
import { leaveFor } from '../../domains/identity/sessions/session.client.ts'
import {
  keepSession,
  onSessionEvent,
  signOut,
} from '../../domains/identity/sessions/session-events.client.ts'
import { sendForms } from '../../domains/safety/send-form.client.ts'
import { apiFetchFor, USER_ID_FIELD } from '../../platform/api-client.ts'
import { journalAccessError } from '../../platform/owner.ts'
import { DialogQuickHide } from '../../ui/dialog/dialog.tsx'
import { usePrintedText } from '../../ui/print/use-printed-text.ts'
import { QuickHide } from '../../ui/quick-hide/quick-hide.tsx'
import { RouteChange } from '../../ui/shell/route-change.tsx'
import { Sidebar } from '../../ui/shell/sidebar.tsx'
import { Toaster } from '../../ui/toast/toast.tsx'
import { PageOwnerContext } from '../../ui/user-id-field/user-id-field.tsx'
import {
  engineContext,
  platformContext,
  type RootData,
  signedInOwner,
  signedInSession,
  signInUrl,
  visitorContext,
} from '../request-context.ts'
import { withRetries } from '../with-retries.ts'
import '../../ui/private.css'
import { SiteFrame } from '../site-layout.tsx'
import type { Route } from './+types/layout.ts'

/** Private pages change in place: React runs in the browser here (docs/decisions/004). */
export const handle = { interactive: true }

// Here, so that a form that failed has what the root gives to every page.
export { ErrorBoundary } from '../error-boundary.tsx'

/** The guard (specification point 2): decided here, on the server, for every page below; the origin page is remembered. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ url: { pathname, search }, context }) => {
    const visitor = context.get(visitorContext)
    // Also of a change of pages in place: the sign-in page is a document of its own.
    if (!visitor.owner) throw redirectDocument(signInUrl(visitor, pathname + search))
  },
]

/** A middleware runs on the server only where a loader asks for it. */
export async function loader({ context }: Route.LoaderArgs) {
  const { database, log } = context.get(platformContext)
  const owner = signedInOwner(context)
  const profile = await withRetries(log, () => readProfile(database, owner))
  const signedIn = signedInSession(context)
  const session = toClientSession(signedIn, context.get(engineContext).clock.now())
  const { lock_minutes } = signedIn
  return {
    session,
    lock_minutes,
    name: profile?.first_name ?? undefined,
    closedJournal: journalAccessError(owner),
  }
}

/** After a form, or when it is asked for; a page beside it that cannot be read leaves this frame standing. */
export const shouldRevalidate = ({ formMethod, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  formMethod !== undefined || currentUrl.href === nextUrl.href

const links = [
  { href: '/dashboard', label: 'Home' },
  { href: '/dashboard/glossary', label: 'Glossary' },
  { href: '/dashboard/connections', label: 'Connections' },
  { href: '/dashboard/favorites', label: 'Favorites' },
  { href: '/dashboard/settings', label: 'Settings' },
  { href: '/dashboard/coming-soon', label: 'Coming Soon' },
]

export default function DashboardFrame({
  loaderData: { session, lock_minutes, name },
}: Route.ComponentProps) {
  const root = useRouteLoaderData('root') as RootData | undefined
  const [queries] = useState(newQueries)
  useSession(session)
  useIdleLock(lock_minutes)
  useForms()
  usePrintedText()
  usePreloadModules(root?.shell.prefetchModules)
  if (!root) return null
  return (
    <QueryClientProvider client={queries}>
      <DialogQuickHide value={<QuickHide {...root.quickHide} inDialog />}>
        <Toaster>
          <PageOwnerContext value={{ name: USER_ID_FIELD, value: session.user_id }}>
            <SiteFrame
              root={root}
              menu={{ user: name ?? 'User', links, foot: <Logout /> }}
              sidebar={
                <Sidebar heading={name ?? 'User'} links={links}>
                  <Logout />
                </Sidebar>
              }
            >
              <Outlet />
              <RouteChange />
            </SiteFrame>
          </PageOwnerContext>
        </Toaster>
      </DialogQuickHide>
    </QueryClientProvider>
  )
}

/** A network that is gone is an answer, to be said at once: by default what is asked would wait without a word. */
const newQueries = () =>
  new QueryClient({
    defaultOptions: { queries: { networkMode: 'always' }, mutations: { networkMode: 'always' } },
  })

/** Keeps the session while the page is used; what happens to it in another tab is seen here too. */
function useSession(session: Route.ComponentProps['loaderData']['session']) {
  const showAnew = useDeferredRevalidate()
  const here = useCurrentPath()
  useEffect(() => {
    apiFetchFor(session.user_id)
    const stop = onSessionEvent(({ event, session: now, ended }) => {
      if (event === 'SIGNED_OUT')
        leaveFor(ended ? `/auth-test?${new URLSearchParams({ next: pathToReturnTo(here.current) })}` : '/')
      // Somebody else signed in beside us: nothing of the person before stays on the screen.
      else if (now && now.user_id !== session.user_id) leaveFor('/dashboard')
      else if (event === 'USER_UPDATED') showAnew()
    })
    const end = keepSession(session)
    return () => {
      stop()
      end()
    }
  }, [session, showAnew, here])
}

/** Words that are in no draft yet, and recovery codes, which are shown once. */
const unsavedSelector = 'textarea, .codes'

/** Asks anew for what the page shows: where that fails another page stands there, so not over what would be gone, but on the next page. */
function useDeferredRevalidate() {
  const { revalidate } = useRevalidator()
  const { pathname } = useLocation()
  const owed = useRef(false)
  const showAnew = useCallback(() => {
    owed.current = document.querySelector(unsavedSelector) !== null
    if (!owed.current) revalidate()
  }, [revalidate])
  useEffect(() => {
    if (owed.current && pathname) showAnew()
  }, [pathname, showAnew])
  return showAnew
}

/** Where the person is, for whoever asks later; the address that the browser shows may say nothing (docs/decisions/020). */
function useCurrentPath() {
  const { pathname, search } = useLocation()
  const here = useRef(pathname + search)
  useEffect(() => {
    here.current = pathname + search
  }, [pathname, search])
  return here
}

/** Locks what nobody uses, after the time that was chosen with Safe Mode. */
function useIdleLock(minutes: LockMinutes | null) {
  const here = useCurrentPath()
  useEffect(() => {
    if (minutes)
      return lockWhenIdle(
        minutes,
        () => `${lockedPath}?${new URLSearchParams({ next: pathToReturnTo(here.current) })}`,
      )
  }, [minutes, here])
}

type SafeForm = { to: URL; fields: URLSearchParams; deliver?: () => Promise<void> }

/**
 * Sends plain forms once, and keeps what was typed while the server cannot be reached. In Safe Mode a form changes the page in place:
 * sent as a document, it would add to the history (safety/safe-mode-navigation.client.ts).
 */
function useForms() {
  const submit = useSubmit()
  useEffect(() => sendForms({ native: true }), [])
  useEffect(() => {
    const take = (event: Event) => {
      const { detail } = event as CustomEvent<SafeForm>
      const { to, fields } = detail
      // Safe Mode itself ends with a document of its own.
      if (!to.pathname.startsWith('/dashboard') || fields.has('safe_mode')) return
      detail.deliver = () => submit(fields, { method: 'post', action: to.pathname + to.search })
    }
    document.addEventListener('safemode:submit', take)
    return () => document.removeEventListener('safemode:submit', take)
  }, [submit])
}

/**
 * Fetches what only Coming Soon is made of, once this page stands. React Router loads the document anew where a module does not come:
 * with a line that is cut, that would take away the page, and what was typed on it.
 */
function usePreloadModules(modules: string[] = []) {
  useEffect(() => {
    const ask = () => {
      for (const each of modules) preloadModule(each, { as: 'script' })
    }
    // Safari has no idle callback.
    const timer = setTimeout(ask, 1_000)
    return () => clearTimeout(timer)
  }, [modules])
}

/** How long a sign-out waits for what was typed last to be kept (milliseconds). */
const patience = 2_000

/** Nothing can be kept for somebody who has signed out: whoever holds words that are not, puts the keeping of them in here. */
async function writeContentCache() {
  const kept: Promise<unknown>[] = []
  document.dispatchEvent(new CustomEvent('signing-out', { detail: kept }))
  await Promise.race([Promise.all(kept), new Promise((resolve) => setTimeout(resolve, patience)), closing()])
}

/** Whoever closes the page meanwhile, or puts the telephone away, has signed out all the same: what was sent is on its way. */
const closing = () =>
  new Promise((resolve) => {
    for (const sign of ['pagehide', 'visibilitychange']) addEventListener(sign, resolve, { once: true })
  })

/** A form, so that it works before and without scripts; with them it works without a network too. */
function Logout() {
  return (
    <form
      method="post"
      action="/auth-test/sign-out"
      onSubmit={(event) => {
        event.preventDefault()
        // It goes home by itself, as every tab does that hears of it: told to once more when the server has answered, the browser
        // would begin that way anew.
        writeContentCache()
          .then(signOut)
          .catch(() => location.replace('/'))
      }}
    >
      <button type="submit" className="btn btn-quiet">
        Logout
      </button>
    </form>
  )
}
