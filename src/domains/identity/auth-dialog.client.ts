import * as messages from './messages.en.yaml'

let dialog: HTMLDialogElement | undefined

/** Shows a page's sign-in or sign-up form in the modal. Throws if there is none. */
export function showForm(html: string) {
  // The Content-Security-Policy blocks the head's styles.
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

/** Includes Quick Hide, because the modal covers the page's own (safety point 1). */
function createDialog(): HTMLDialogElement {
  const dialogElement = document.createElement('dialog')
  dialogElement.id = dialogElement.className = 'modal'
  dialogElement.setAttribute('aria-labelledby', 'modal-title')
  for (const part of document.querySelectorAll('#menu > quick-hide, #menu [command=close]'))
    dialogElement.append(part.cloneNode(true))
  const close = dialogElement.lastElementChild as HTMLElement
  close.ariaLabel = messages.close()
  close.setAttribute('commandfor', 'modal')
  document.body.append(dialogElement)
  dialog = dialogElement
  return dialogElement
}
