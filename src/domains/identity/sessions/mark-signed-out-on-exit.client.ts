import { isSignedIn, markSignedOut } from './cookies.client.ts'

/**
 * On Quick Hide, sets the signed-out marker, because the browser can't tell whether its request reaches the server: the next
 * request then ends the session (safety point 22, server/http/authentication.ts). The response to Quick Hide removes the
 * marker. Every page includes this.
 */
export function markSignedOutOnExit() {
  document.addEventListener('quickhide:exit', () => isSignedIn() && markSignedOut())
}
