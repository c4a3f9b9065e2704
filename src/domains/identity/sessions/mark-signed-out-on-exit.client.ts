import { isSignedIn, markSignedOut } from './cookies.client.ts'

/**
Sets
 * the signed-out marker on Quick Hide, whose request may not reach the server: the next one ends the session
 * (safety point 22). The response to Quick Hide removes the marker.
 */
export function markSignedOutOnExit() {
  document.addEventListener('quickhide:exit', () => isSignedIn() && markSignedOut())
}
