import { isSignedIn, markSignedOut } from './cookies.client.ts'

/**
 * Leaves a mark when Quick Hide is pressed, whether or not the server can be told now, which no browser knows: the next request of
 * this one ends the session (safety point 22, server/http/authentication.ts). The answer to Quick Hide takes it away again. Every page does this,
 * also one that knows nothing else of accounts.
 */
export function markSignedOutOnExit() {
  document.addEventListener('quickhide:exit', () => isSignedIn() && markSignedOut())
}
