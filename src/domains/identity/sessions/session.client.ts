import { consumeEvent, isSignedIn } from './cookies.client.ts'

/** In Safe Mode the URL is masked (decision 020). */
export const isPrivate = () =>
  /^\/dashboard(?:[/?]|$)/.test(document.documentElement.dataset.path ?? location.pathname)

/** Whether session-events.client.ts has taken over. */
const isHydrated = () => 'interactive' in document.documentElement.dataset

/** Leaves another user's page, hidden immediately. A page that Quick Hide emptied is already leaving. */
export function hideAndReplace(address: string) {
  if (!document.querySelector('main')) return
  document.documentElement.hidden = true
  location.replace(address)
}

let openChannel: BroadcastChannel | undefined

/** A channel doesn't receive its own messages: its own sign-out must not redirect this page. */
const channel = () => {
  if (!openChannel && 'BroadcastChannel' in window) openChannel = new BroadcastChannel('session')
  return openChannel
}

/**
 * Rereads the sign-in state after the back/forward cache. A sign-out leaves private pages in other tabs at
 * once.
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
  // A slow synchronous call would delay other elements.
  setTimeout(forwardEvent)
  // A form was submitted without navigation.
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
