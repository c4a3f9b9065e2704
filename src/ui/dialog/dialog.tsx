import { X } from 'lucide-react'
import { createContext, type ReactNode, use, useEffect, useId, useRef } from 'react'
import { nextToastPlace, useToastPlace } from '../toast/toast-container.ts'

/** What every dialog of an area carries: its own Quick Hide, since the page's is out of reach (safety point 1). */
export const DialogQuickHide = createContext<ReactNode>(null)

type DialogProps = {
  title: string
  onClose: () => void
  children: ReactNode
  wide?: boolean
  /** As wide as a picture. */
  widest?: boolean
}

/**
 * A modal dialog that is open as long as it is rendered: the browser's own, so that focus, ESC and inertness are its. The focus
 * goes back to where it came from. It begins at what is marked `data-focus` (the text of a form, Cancel of a question), else at Close,
 * never at Quick Hide: a key that is pressed once more must not leave the site (WAI-ARIA APG, "Dialog (Modal)").
 */
export function Dialog({ title, onClose, children, wide = false, widest = false }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const quickHide = use(DialogQuickHide)
  const setToastPlace = useToastPlace()
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null
    const dialog = element.current
    dialog?.showModal()
    const first =
      dialog?.querySelector<HTMLElement>('[data-focus]') ?? dialog?.querySelector<HTMLElement>('.menu-button')
    first?.focus()
    setToastPlace(dialog)
    return () => {
      dialog?.close()
      setToastPlace(nextToastPlace())
      if (opener?.isConnected) opener.focus()
    }
  }, [setToastPlace])
  return (
    <dialog
      ref={element}
      className={widest ? 'modal modal-widest' : wide ? 'modal modal-wide' : 'modal'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      {quickHide}
      <button type="button" className="menu-button" aria-label="Close" onClick={onClose}>
        <X className="icon" aria-hidden="true" />
      </button>
      <div className="grid gap-5 p-6 sm:p-8">
        <h2 id={titleId} className="pr-10">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  )
}
