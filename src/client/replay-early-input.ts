type Field = HTMLInputElement | HTMLTextAreaElement

const fieldSelector = 'main :is(textarea, input:not([type=checkbox], [type=radio], [type=file]))'

/** Captures input that React would reset. Returns a function that replays it after hydration. */
export function captureEarlyInput(): () => void {
  const typed = new Map<Field, string>()
  const capture = ({ target }: { target: unknown }) => {
    const field = target as Field
    if (field.matches(fieldSelector)) typed.set(field, field.value)
  }
  for (const field of document.querySelectorAll<Field>(fieldSelector))
    if (field.value !== field.defaultValue) capture({ target: field })
  document.addEventListener('input', capture)
  return () => {
    document.removeEventListener('input', capture)
    // During hydration React would queue the event and restore its old value first.
    for (const [field, text] of typed) {
      const { selectionStart, selectionEnd } = field
      queueMicrotask(() => {
        replayInput(field, text)
        // Some input types have no selection.
        if (field === document.activeElement && selectionStart !== null)
          field.setSelectionRange(selectionStart, selectionEnd)
      })
    }
    typed.clear()
  }
}

function replayInput(field: Field, text: string) {
  // React ignores a value set by the instance's setter, which it tracks.
  field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  if (field !== document.activeElement) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
}
