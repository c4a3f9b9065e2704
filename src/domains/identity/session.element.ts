/** Whether somebody is signed in on this device, as far as a page may know: by the cookie that can be read and opens nothing. */
export const isSignedIn = () => /(?:^|; )signed-in=1/.test(document.cookie)

const isPrivate = () => /^\/dashboard(?:\/|$)/.test(location.pathname)

let made: BroadcastChannel | undefined

/** One for the page: what it says it does not hear itself, else its own sign-out would be cut off by going home. */
const channel = () => {
  made ??= new BroadcastChannel('session')
  return made
}

/**
 * Keeps a page true to whether somebody is signed in. What comes back from the browser's memory, or from behind another tab,
 * reads it again; signing out takes the private pages of other tabs away at once (specification point 4, "Authentication
 * session").
 */
export function followSession() {
  const read = () => document.documentElement.toggleAttribute('data-signed-in', isSignedIn())
  document.addEventListener('visibilitychange', read)
  addEventListener('pageshow', ({ persisted }) => {
    if (!read() && persisted && isPrivate()) location.replace('/')
  })
  document.addEventListener('submit', ({ target }) => {
    if ((target as HTMLFormElement).action.endsWith('/sign-out')) channel().postMessage('')
  })
  if (isPrivate()) channel().onmessage = () => location.replace('/')
}
