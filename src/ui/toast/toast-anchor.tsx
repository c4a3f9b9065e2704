import { useEffect } from 'react'
import { nextToastPlace, useToastPlace } from './toast-container.ts'

/** Below what was pressed in vain: there it is read, and at the foot of a telephone's screen it would cover the button. */
export function ToastsHere() {
  const setPlace = useToastPlace()
  useEffect(() => {
    setPlace(nextToastPlace())
    return () => setPlace(nextToastPlace())
  }, [setPlace])
  return <div data-toasts="" />
}
