/** For browsers without HTML's invoker commands. */
export function polyfillInvokerCommands() {
  if ('commandForElement' in HTMLButtonElement.prototype) return
  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest('button[commandfor]')
    const dialog = document.getElementById(
      button?.getAttribute('commandfor') ?? '',
    ) as HTMLDialogElement | null
    if (button?.getAttribute('command') === 'show-modal') dialog?.showModal()
    if (button?.getAttribute('command') === 'close') dialog?.close()
  })
}
