let dialog: HTMLDialogElement | undefined

/**
 * Shows the form of a page in the modal. It is that page's own, and is sent as it would be from there, so that password managers and
 * what the server says about errors work the same.
 *
 * @param html the page
 * @throws when it holds no such form
 */
export function showForm(html: string) {
  // Without its head, whose styles are refused here (Content-Security-Policy).
  const [, body = ''] = html.split('</head>')
  const page = new DOMParser().parseFromString(body, 'text/html')
  const form = page.querySelector('.auth') as Element
  const title = form.querySelector('h1') as Element
  title.id = 'modal-title'
  title.textContent = (title.textContent ?? '').replace(/ ./g, (start) => start.toUpperCase())
  const modal = dialog ?? createDialog()
  modal.querySelector('.auth')?.remove()
  modal.append(form)
  if (!modal.open) modal.showModal()
  modal.querySelector('input')?.focus()
}

/** With Quick Hide in it, since the page's own is out of reach (safety point 1), and the menu's way to close. */
function createDialog(): HTMLDialogElement {
  const dialogElement = document.createElement('dialog')
  dialogElement.id = dialogElement.className = 'modal'
  dialogElement.setAttribute('aria-labelledby', 'modal-title')
  for (const part of document.querySelectorAll('#menu > quick-hide, #menu [command=close]'))
    dialogElement.append(part.cloneNode(true))
  const close = dialogElement.lastElementChild as HTMLElement
  close.ariaLabel = 'Close'
  close.setAttribute('commandfor', 'modal')
  document.body.append(dialogElement)
  dialog = dialogElement
  return dialogElement
}
