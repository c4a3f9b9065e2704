import { consumeEvent, isSignedIn } from './cookies.client.ts'

/** In Safe Mode the URL is masked, and `data-path` has the real path (docs/decisions/020). */
export const isPrivate = () =>
  /^\/dashboard(?:[/?]|$)/.test(document.documentElement.dataset.path ?? location.pathname)

/** True once session-events.client.ts has taken over. */
const isHydrated = () => 'interactive' in document.documentElement.dataset

/**
 * Leaves a page that no longer belongs to the current user. It is hidden immediately, however slow the network is. A page that
 * Quick Hide emptied is already leaving.
 */
export function hideAndReplace(address: string) {
  if (!document.querySelector('main')) return
  document.documentElement.hidden = true
  location.replace(address)
}

let openChannel: BroadcastChannel | undefined

/** A channel doesn't receive its own messages, so one for the page: its own sign-out must not trigger a redirect. */
const channel = () => {
  if (!openChannel && 'BroadcastChannel' in window) openChannel = new BroadcastChannel('session')
  return openChannel
}

/**
 * Keeps a page in sync with the sign-in state. Rereads it after the back/forward cache or a tab switch; signing out leaves
 * private pages in other tabs immediately (specification point 4, "Authentication session"). Forwards the server's events to
 * other tabs; private pages do that themselves (session-events.client.ts).
 */
export function syncSignedInState() {
  const read = () => document.documentElement.toggleAttribute('data-signed-in', isSignedIn())
  document.addEventListener('visibilitychange', read)
  addEventListener('pageshow', ({ persisted }) => {
    if (!read() && persisted && isPrivate()) hideAndReplace('/')
  })
  document.addEventListener('submit', ({ target }) => {
    if ((target as HTMLFormElement).action.endsWith('/sign-out') && !isHydrated())
      channel()?.postMessage({ event: 'SIGNED_OUT' })
  })
  if (isPrivate()) {
    channel()?.addEventListener('message', ({ data }) => {
      if (data.event === 'SIGNED_OUT' && !isHydrated()) hideAndReplace('/')
    })
    return
  }
  // Cookie access is a slow synchronous call, and would delay this page's other elements.
  setTimeout(forwardEvent)
  // A form was submitted without navigation (safety/send-form.client.ts).
  document.addEventListener('answered', () => {
    read()
    forwardEvent()
  })
}

function forwardEvent() {
  const event = consumeEvent()
  if (!event) return
  const change = { event, session: null }
  channel()?.postMessage(change)
  document.dispatchEvent(new CustomEvent('session', { detail: change }))
}
