/** Whether somebody is signed in on this device, as far as a page may know: by the cookie that can be read and opens nothing. */
export const isSignedIn = () => /(?:^|; )signed-in=1/.test(document.cookie)

/**
 * Leaves a mark when Quick Hide is pressed, whether or not the server can be told now, which no browser knows: the next request of
 * this one ends the session (safety point 22, server/gate.ts). The answer to Quick Hide takes it away again. Every page does this,
 * also one that knows nothing else of accounts.
 */
export function markLeaving() {
  document.addEventListener('leaving', () => {
    if (!isSignedIn()) return
    for (const pair of ['signed-out=1; Max-Age=2592000', 'signed-in=; Max-Age=0']) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve
      document.cookie = `${pair}; Path=/; Secure; SameSite=Lax`
    }
  })
}
