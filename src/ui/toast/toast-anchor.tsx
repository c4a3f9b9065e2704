import { useEffect } from 'react'
import { findToastContainer, useSetToastContainer } from './toast-container.ts'

/** On a phone toasts would cover a form's failed submit button. */
export function ToastAnchor() {
  const setToastContainer = useSetToastContainer()
  useEffect(() => {
    setToastContainer(findToastContainer())
    return () => setToastContainer(findToastContainer())
  }, [setToastContainer])
  return <div data-toasts="" />
}
