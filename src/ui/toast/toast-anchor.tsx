import { useEffect } from 'react'
import { findToastContainer, useSetToastContainer } from './toast-container.ts'

/** Shows toasts below a form's failed submit button. At the bottom of a phone's screen they would cover it. */
export function ToastAnchor() {
  const setToastContainer = useSetToastContainer()
  useEffect(() => {
    setToastContainer(findToastContainer())
    return () => setToastContainer(findToastContainer())
  }, [setToastContainer])
  return <div data-toasts="" />
}
