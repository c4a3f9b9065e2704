type Field = HTMLInputElement | HTMLTextAreaElement

const fields = 'main :is(textarea, input:not([type=checkbox], [type=radio], [type=file]))'

/**
 * Hears what is typed while React is on its way, late on a bad line: it takes the page over as the server wrote it, knows nothing of
 * what stands in the boxes, and empties them at their next change.
 *
 * @returns says it all to React, once it listens
 */
export function captureEarlyInput(): () => void {
  const typed = new Map<Field, string>()
  const hear = ({ target }: { target: unknown }) => {
    const field = target as Field
    if (field.matches(fields)) typed.set(field, field.value)
  }
  for (const field of document.querySelectorAll<Field>(fields))
    if (field.value !== field.defaultValue) hear({ target: field })
  document.addEventListener('input', hear)
  return () => {
    document.removeEventListener('input', hear)
    // While React is at work it only notes what it is told, and writes into the box what it knew before.
    for (const [field, text] of typed) {
      const { selectionStart, selectionEnd } = field
      queueMicrotask(() => {
        replayInput(field, text)
        // Not every kind of field has a place in its text.
        if (field === document.activeElement && selectionStart !== null)
          field.setSelectionRange(selectionStart, selectionEnd)
      })
    }
    typed.clear()
  }
}

/** As if it were typed now; and left, if it was. */
function replayInput(field: Field, text: string) {
  // React passes over what it believes to stand there already: it watches the field's own setter, and not that of all fields.
  field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  if (field !== document.activeElement) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
}
