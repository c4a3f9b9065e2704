/** Makes `<button command="show-modal|close" commandfor="…">` work in browsers without invoker commands (HTML standard). */
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
