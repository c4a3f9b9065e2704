import { isSignedIn } from './session/cookies.element.ts'

let dialog: HTMLDialogElement | undefined

/**
 * The sign-up and sign-in modal (specification point 2): over the page where a visitor wanted to keep a term, instead of the
 * page that the link leads to. Its form is that page's own, and is sent as it would be from there, so that password managers
 * and what the server says about errors work the same. Whatever fails here, the link is followed.
 */
export function askInPlace() {
  document.addEventListener('click', async (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>(
      'a[rel=nofollow], .modal a[href*="?mode="]',
    )
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event
    if (!link || isSignedIn() || button || metaKey || ctrlKey || shiftKey || altKey) return
    event.preventDefault()
    try {
      // Without its head, whose styles are refused here (Content-Security-Policy).
      const [, body = ''] = (await (await fetch(link.href)).text()).split('</head>')
      const page = new DOMParser().parseFromString(body, 'text/html')
      const form = page.querySelector('.auth') as Element
      const title = form.querySelector('h1') as Element
      title.id = 'modal-title'
      title.textContent = (title.textContent ?? '').replace(/ ./g, (start) => start.toUpperCase())
      const modal = dialog ?? makeDialog()
      modal.querySelector('.auth')?.remove()
      modal.append(form)
      if (!modal.open) modal.showModal()
      modal.querySelector('input')?.focus()
    } catch {
      location.href = link.href
    }
  })
}

/** With Quick Hide in it, since the page's own is out of reach (safety point 1), and the menu's way to close. */
function makeDialog(): HTMLDialogElement {
  const made = document.createElement('dialog')
  made.id = made.className = 'modal'
  made.setAttribute('aria-labelledby', 'modal-title')
  for (const part of document.querySelectorAll('#menu > quick-hide, #menu [command=close]'))
    made.append(part.cloneNode(true))
  const close = made.lastElementChild as HTMLElement
  close.ariaLabel = 'Close'
  close.setAttribute('commandfor', 'modal')
  document.body.append(made)
  dialog = made
  return made
}
