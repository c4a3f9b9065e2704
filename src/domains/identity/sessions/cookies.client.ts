/** These cookies grant nothing. */

/** @param seconds 0 deletes the cookie */
function setCookie(pair: string, seconds: number) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve
  document.cookie = `${pair}; Path=/; Secure; SameSite=Lax; Max-Age=${seconds}`
}

/** Whether this browser is signed in, as far as scripts can tell. */
export const isSignedIn = () => /(?:^|; )__Host-signed-in=1/.test(document.cookie)

/** Makes the browser's next request end the session (server/http/authentication.ts). */
export function markSignedOut() {
  setCookie('__Host-signed-out=1', 30 * 24 * 60 * 60)
  setCookie('__Host-signed-in=', 0)
}

/** Reads and deletes the event that the server set. */
export function consumeEvent(): string | undefined {
  const event = /(?:^|; )__Host-account-event=(\w+)/.exec(document.cookie)?.[1]
  // Cookie access is a synchronous call to another process.
  if (event) setCookie('__Host-account-event=', 0)
  return event
}

/** Tests whether the browser stores our cookies. */
export function areCookiesEnabled(): boolean {
  setCookie('__Host-cookie-test=1', 60)
  const enabled = /(?:^|; )__Host-cookie-test=1/.test(document.cookie)
  setCookie('__Host-cookie-test=', 0)
  return enabled
}
