import { X } from 'lucide-react'
import { createContext, type ReactNode, use, useEffect, useId, useRef } from 'react'
import * as messages from '../messages.en.yaml'
import { findToastContainer, useSetToastContainer } from '../toast/toast-container.ts'

/** A modal makes the page's own unreachable (safety point 1). */
export const DialogQuickHide = createContext<ReactNode>(null)

type DialogProps = {
  title: string
  onClose: () => void
  children: ReactNode
  wide?: boolean
  widest?: boolean
}

/**
 * Focus starts at `data-focus`, else Close, and returns to the opener. Never at Quick Hide: a repeated key
 * must not leave the site (WAI-ARIA APG, "Dialog (Modal)").
 */
export function Dialog({ title, onClose, children, wide = false, widest = false }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const quickHide = use(DialogQuickHide)
  const setToastContainer = useSetToastContainer()
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null
    const dialog = element.current
    dialog?.showModal()
    const initialFocus =
      dialog?.querySelector<HTMLElement>('[data-focus]') ?? dialog?.querySelector<HTMLElement>('.menu-button')
    initialFocus?.focus()
    setToastContainer(dialog)
    return () => {
      dialog?.close()
      setToastContainer(findToastContainer())
      if (opener?.isConnected) opener.focus()
    }
  }, [setToastContainer])
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
      <button type="button" className="menu-button" aria-label={messages.close()} onClick={onClose}>
        <X className="icon" aria-hidden="true" />
      </button>
      <div className="grid gap-5 p-6 sm:p-8">
        <h2 id={titleId} className="pe-10">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  )
}
