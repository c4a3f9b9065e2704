import { isSignedIn } from './sessions/cookies.client.ts'

/** Opens sign-up and sign-in links in a modal (specification point 2). */
export function enableAuthModal() {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>(
      'a[rel=nofollow], .modal a[href*="?mode="]',
    )
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event
    if (!link || isSignedIn() || button || metaKey || ctrlKey || shiftKey || altKey) return
    event.preventDefault()
    const page = fetch(link.href).then((response) => response.text())
    Promise.all([import('./auth-dialog.client.ts'), page])
      .then(([{ showForm }, html]) => showForm(html))
      .catch(() => {
        location.href = link.href
      })
  })
}
