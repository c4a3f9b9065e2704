import { isSignedIn } from './sessions/cookies.client.ts'

/**
 * The sign-up and sign-in modal (specification point 2): over the page where a visitor wanted to keep a term, instead of the
 * page that the link leads to. What shows it comes with the form. Whatever fails here, the link is followed.
 */
export function enableAuthModal() {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>(
      'a[rel=nofollow], .modal a[href*="?mode="]',
    )
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event
    if (!link || isSignedIn() || button || metaKey || ctrlKey || shiftKey || altKey) return
    event.preventDefault()
    const page = fetch(link.href).then((answer) => answer.text())
    Promise.all([import('./auth-dialog.client.ts'), page])
      .then(([{ showForm }, html]) => showForm(html))
      .catch(() => {
        location.href = link.href
      })
  })
}
