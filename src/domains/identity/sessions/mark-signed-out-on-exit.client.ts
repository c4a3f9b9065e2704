import { isSignedIn, markSignedOut } from './cookies.client.ts'

/**
 * Quick Hide's request may not reach the server: the marker makes the next one end the session (safety point
 * 22).
 */
export function markSignedOutOnExit() {
  document.addEventListener('quickhide:exit', () => isSignedIn() && markSignedOut())
}
