import { consumeEvent, isSignedIn } from './cookies.client.ts'

/** In Safe Mode the address says nothing, and the page itself where it is (docs/decisions/020). */
export const isPrivate = () =>
  /^\/dashboard(?:[/?]|$)/.test(document.documentElement.dataset.path ?? location.pathname)

/** Whether the session's client has taken over (session-events.element.ts). */
const isHydrated = () => 'interactive' in document.documentElement.dataset

/**
 * Away from a page that is not this person's any more: nothing of it can be seen from now on, however long the way takes, and
 * whether or not there is a network. What Quick Hide has emptied is on its way elsewhere already.
 */
export function hideAndReplace(address: string) {
  if (!document.querySelector('main')) return
  document.documentElement.hidden = true
  location.replace(address)
}

let openChannel: BroadcastChannel | undefined

/** One for the page: what it says it does not hear itself, else its own sign-out would be cut off by going home. */
const channel = () => {
  if (!openChannel && 'BroadcastChannel' in window) openChannel = new BroadcastChannel('session')
  return openChannel
}

/**
 * Keeps a page true to whether somebody is signed in. What comes back from the browser's memory, or from behind another tab,
 * reads it again; signing out takes the private pages of other tabs away at once (specification point 4, "Authentication
 * session"). What the server says has happened is told here and passed on to them; a private page does that itself
 * (session-events.element.ts).
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
  // A look at the cookies waits for another process, and this page's other elements would wait with it.
  setTimeout(forwardEvent)
  // A form was answered in the page (safety/send-form.client.ts).
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
