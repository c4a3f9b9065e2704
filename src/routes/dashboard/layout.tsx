import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { preloadModule } from 'react-dom'
import {
  href,
  Outlet,
  redirectDocument,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useRevalidator,
  useRouteLoaderData,
  useSubmit,
} from 'react-router'
import { readLockStates } from '../../domains/connections/lock/locks.reads.server.ts'
import {
  JournalLocksContext,
  useForgetWhenClosed,
  useLatestLocks,
} from '../../domains/connections/lock/ui/journal-locks.ts'
import { useSubmitWhileOpen } from '../../domains/connections/lock/ui/use-submit-while-open.ts'
import { readPreferences } from '../../domains/connections/preferences.reads.server.ts'
import { JournalPreferencesContext } from '../../domains/connections/ui/journal-preferences.ts'
import { readProfile } from '../../domains/identity/accounts/profile.reads.server.ts'
import { toClientSession } from '../../domains/identity/identity.rules.ts'
import { lockWhenIdle } from '../../domains/identity/sessions/idle-lock.client.ts'
import { type LockMinutes, pathToReturnTo } from '../../domains/identity/sessions/safe-mode.rules.ts'
import { hideAndReplace } from '../../domains/identity/sessions/session.client.ts'
import {
  onSessionEvent,
  signOut,
  trackSession,
} from '../../domains/identity/sessions/session-events.client.ts'
import { sendForms } from '../../domains/safety/send-form.client.ts'
import { setPageUser, USER_ID_FIELD } from '../../platform/api-client.ts'
import { journalAccessError } from '../../platform/owner.ts'
import { DialogQuickHide } from '../../ui/dialog/dialog.tsx'
import { usePrintedText } from '../../ui/print/use-printed-text.ts'
import { QuickHide } from '../../ui/quick-hide/quick-hide.tsx'
import type { MenuLink } from '../../ui/shell/menu-panel.tsx'
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
import { SiteLayout } from '../site-layout.tsx'
import type { Route } from './+types/layout.ts'
import * as messages from './messages.en.yaml'

/** Pages hydrate (docs/decisions/004). */
export const handle = { interactive: true }

// So that a failed form still has the root loader's data.
export { ErrorBoundary } from '../error-boundary.tsx'

/** The guard of all pages below (specification point 2). */
export const middleware: Route.MiddlewareFunction[] = [
  ({ url: { pathname, search }, context }) => {
    const visitor = context.get(visitorContext)
    // The sign-in page is a document of its own.
    if (!visitor.owner) throw redirectDocument(signInUrl(visitor, pathname + search))
  },
]

/** Without a loader, client navigations would skip the middleware. */
export async function loader({ context }: Route.LoaderArgs) {
  const { database, log } = context.get(platformContext)
  const owner = signedInOwner(context)
  const [profile, preferences, locks] = await Promise.all([
    withRetries(log, () => readProfile(database, owner)),
    withRetries(log, () => readPreferences(database, owner)),
    withRetries(log, () => readLockStates(database, owner)),
  ])
  const signedIn = signedInSession(context)
  const session = toClientSession(signedIn, context.get(engineContext).clock.now())
  return {
    session,
    lock_minutes: signedIn.lock_minutes,
    name: profile?.first_name ?? undefined,
    journalAccessError: journalAccessError(owner),
    preferences: preferences ?? { journal_tagging: false, on_this_day: false },
    /** Without private data: the browser reads the keyrings only if there is one. */
    locks: locks ?? [],
  }
}

/** A failed navigation keeps the layout. */
export const shouldRevalidate = ({ formMethod, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  formMethod !== undefined || currentUrl.href === nextUrl.href

const links = (): MenuLink[] => [
  { href: href('/dashboard'), label: messages.home() },
  { href: href('/dashboard/glossary'), label: messages.glossary() },
  { href: href('/dashboard/connections'), label: messages.connections() },
  { href: href('/dashboard/favorites'), label: messages.favorites() },
  { href: href('/dashboard/settings'), label: messages.settings() },
  { href: href('/dashboard/coming-soon'), label: messages.comingSoon() },
]

export default function DashboardLayout({ loaderData }: Route.ComponentProps) {
  const { session, lock_minutes, preferences, name = messages.user() } = loaderData
  const journalLocks = useLatestLocks(session.user_id, loaderData.locks)
  const root = useRouteLoaderData('root') as RootData | undefined
  const [queries] = useState(createQueryClient)
  useForgetWhenClosed(queries)
  useSession(session)
  useIdleLock(lock_minutes)
  useClientFormSubmit()
  useSubmitWhileOpen()
  usePrintedText()
  usePreloadModules(root?.shell.prefetchModules)
  if (!root) return null
  return (
    <QueryClientProvider client={queries}>
      <DialogQuickHide value={<QuickHide {...root.quickHide} inDialog />}>
        <Toaster>
          <PageOwnerContext value={{ name: USER_ID_FIELD, value: session.user_id }}>
            <JournalPreferencesContext value={preferences}>
              <JournalLocksContext value={journalLocks}>
                <SiteLayout
                  root={root}
                  menu={{ user: name, links: links(), footer: <Logout /> }}
                  sidebar={
                    <Sidebar heading={name} links={links()}>
                      <Logout />
                    </Sidebar>
                  }
                >
                  <Outlet />
                  <RouteChange />
                </SiteLayout>
              </JournalLocksContext>
            </JournalPreferencesContext>
          </PageOwnerContext>
        </Toaster>
      </DialogQuickHide>
    </QueryClientProvider>
  )
}

/** `networkMode: 'always'` makes offline requests fail instead of pausing silently. */
const createQueryClient = () =>
  new QueryClient({
    defaultOptions: { queries: { networkMode: 'always' }, mutations: { networkMode: 'always' } },
  })

/** Keeps the used session alive, and reacts to other tabs' events. */
function useSession(session: Route.ComponentProps['loaderData']['session']) {
  const revalidateSafely = useDeferredRevalidate()
  const currentPath = useCurrentPath()
  useEffect(() => {
    setPageUser(session.user_id)
    const stop = onSessionEvent(({ event, session: now, ended }) => {
      if (event === 'SIGNED_OUT')
        hideAndReplace(
          ended
            ? `${href('/auth-test')}?${new URLSearchParams({ next: pathToReturnTo(currentPath.current) })}`
            : '/',
        )
      // Another user signed in: remove the first user's page.
      else if (now && now.user_id !== session.user_id) hideAndReplace(href('/dashboard'))
      else if (event === 'USER_UPDATED') revalidateSafely()
    })
    const end = trackSession(session)
    return () => {
      stop()
      end()
    }
  }, [session, revalidateSafely, currentPath])
}

/** Revalidates; with unsaved content only after the next navigation, because failure replaces the page. */
function useDeferredRevalidate() {
  const { revalidate } = useRevalidator()
  const { pathname } = useLocation()
  const isPending = useRef(false)
  const revalidateSafely = useCallback(() => {
    // Text possibly in no draft, and recovery codes, which are shown once.
    isPending.current = document.querySelector('textarea, .codes') !== null
    if (!isPending.current) revalidate()
  }, [revalidate])
  useEffect(() => {
    if (isPending.current && pathname) revalidateSafely()
  }, [pathname, revalidateSafely])
  return revalidateSafely
}

/** The real path: in Safe Mode `location` shows a masked URL (docs/decisions/020). */
function useCurrentPath() {
  const { pathname, search } = useLocation()
  const currentPath = useRef(pathname + search)
  useEffect(() => {
    currentPath.current = pathname + search
  }, [pathname, search])
  return currentPath
}

function useIdleLock(minutes: LockMinutes | null) {
  const currentPath = useCurrentPath()
  useEffect(() => {
    if (minutes)
      return lockWhenIdle(
        minutes,
        () =>
          `${href('/auth-test/locked')}?${new URLSearchParams({ next: pathToReturnTo(currentPath.current) })}`,
      )
  }, [minutes, currentPath])
}

type SafeForm = { to: URL; fields: URLSearchParams; deliver?: () => Promise<void> }

/**
 * Prevents double submits, and keeps typed text while offline. In Safe Mode it submits by React Router,
 * because a document post would add a history entry.
 */
function useClientFormSubmit() {
  const submit = useSubmit()
  useEffect(() => sendForms({ native: true }), [])
  useEffect(() => {
    const handle = (event: Event) => {
      const { detail } = event as CustomEvent<SafeForm>
      const { to, fields } = detail
      // Turning Safe Mode off needs a document navigation.
      if (!to.pathname.startsWith(href('/dashboard')) || fields.has('safe_mode')) return
      detail.deliver = () => submit(fields, { method: 'post', action: to.pathname + to.search })
    }
    document.addEventListener('safemode:submit', handle)
    return () => document.removeEventListener('safemode:submit', handle)
  }, [submit])
}

/** A module that fails to load later reloads the document, which offline would lose typed text. */
function usePreloadModules(modules: string[] = []) {
  useEffect(() => {
    const preload = () => {
      for (const each of modules) preloadModule(each, { as: 'script' })
    }
    // Safari has no idle callback.
    const timer = setTimeout(preload, 1_000)
    return () => clearTimeout(timer)
  }, [modules])
}

/** Sign-out waits this long for saves (milliseconds). */
const saveTimeout = 2_000

/** Listeners of `signing-out` push their last saves into `detail`. */
async function saveUnsavedText() {
  const saves: Promise<unknown>[] = []
  document.dispatchEvent(new CustomEvent('signing-out', { detail: saves }))
  await Promise.race([
    Promise.all(saves),
    new Promise((resolve) => setTimeout(resolve, saveTimeout)),
    // A closing page must not delay the sign-out.
    new Promise((resolve) => {
      for (const type of ['pagehide', 'visibilitychange']) addEventListener(type, resolve, { once: true })
    }),
  ])
}

/** Works without JavaScript; with it also offline. */
function Logout() {
  return (
    <form
      method="post"
      action="/auth-test/sign-out"
      onSubmit={(event) => {
        event.preventDefault()
        // SIGNED_OUT sends every tab home. A second navigation would restart the first.
        saveUnsavedText()
          .then(signOut)
          .catch(() => location.replace('/'))
      }}
    >
      <button type="submit" className="btn btn-quiet">
        {messages.logout()}
      </button>
    </form>
  )
}
