/** The cookies that a page's scripts may read and write. They open nothing (identity/identity.rules.ts). */

/** @param seconds how long it lives; one of 0 is taken away */
function setCookie(pair: string, seconds: number) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve
  document.cookie = `${pair}; Path=/; Secure; SameSite=Lax; Max-Age=${seconds}`
}

/** Whether somebody is signed in on this device, as far as a page may know. */
export const isSignedIn = () => /(?:^|; )__Host-signed-in=1/.test(document.cookie)

/** Signs out as far as a script can: by this mark any request of the browser ends the session (server/http/authentication.ts). */
export function markSignedOut() {
  setCookie('__Host-signed-out=1', 30 * 24 * 60 * 60)
  setCookie('__Host-signed-in=', 0)
}

/** @returns what the server said with its last answer has happened to the account, in a cookie that lives for a minute: once */
export function consumeEvent(): string | undefined {
  const event = /(?:^|; )__Host-account-event=(\w+)/.exec(document.cookie)?.[1]
  // Each look and each change waits for another process, and nearly every page finds none.
  if (event) setCookie('__Host-account-event=', 0)
  return event
}

/** Whether the browser keeps a cookie of ours: one is tried, and taken away at once. */
export function areCookiesEnabled(): boolean {
  setCookie('__Host-cookie-test=1', 60)
  const enabled = /(?:^|; )__Host-cookie-test=1/.test(document.cookie)
  setCookie('__Host-cookie-test=', 0)
  return enabled
}
