import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { ToastPlace } from './toast-place.ts'

export type ToastWords = { title: string; description: string }

/** How long a success is shown (milliseconds); a failure stays until it is put away. */
const shownFor = 7_000
/** A dialog that closes hands the messages back to the page: who listens hears only what comes after that (milliseconds). */
const beat = 100

/** Around an area: shows what `useToast` says, above an open dialog too (specification point 8, "Toasts"). */
export function Toaster({ children }: { children: ReactNode }) {
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const place = useMemo(() => ({ container, setContainer }), [container])
  return (
    <ToastPlace value={place}>
      <Toast.Provider timeout={shownFor}>
        {children}
        <Toast.Portal {...(container && { container })}>
          {/* "Notifications" is a part of the settings. */}
          <Toast.Viewport className="toasts" aria-label="Messages">
            <Toasts />
          </Toast.Viewport>
        </Toast.Portal>
      </Toast.Provider>
    </ToastPlace>
  )
}

/**
 * Says words of success, or in the destructive style of a failure; both are read out politely: what Base UI calls high priority
 * hides from screen readers what the keyboard can still reach. What is said next takes the place of one's own failure.
 */
export function useToast() {
  const { add, close } = Toast.useToastManager()
  const failure = useRef<string>(undefined)
  return useMemo(() => {
    const say = (words: ToastWords & { type: 'done' | 'failed'; timeout?: number }) =>
      setTimeout(() => {
        if (failure.current) close(failure.current)
        const id = add(words)
        failure.current = words.type === 'failed' ? id : undefined
      }, beat)
    return {
      done: (words: ToastWords) => say({ ...words, type: 'done' }),
      failed: (words: ToastWords) => say({ ...words, type: 'failed', timeout: 0 }),
      /** What failed last is not so any more, or nobody wants it any more. */
      over: () => {
        if (failure.current) close(failure.current)
      },
    }
  }, [add, close])
}

/** As `useToast`, of a form or a dialog: what failed there and was left there goes along with it. */
export function useToastHere() {
  const toast = useToast()
  useEffect(() => toast.over, [toast])
  return toast
}

/** One in the text of a form or a dialog may be further down than the window goes. */
const bringIntoSight = (toast: HTMLElement | null) => toast?.scrollIntoView({ block: 'nearest' })

function Toasts() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      ref={bringIntoSight}
      toast={toast}
      swipeDirection={['down', 'right']}
      className="toast"
    >
      <Toast.Content className="toast-content">
        <div className="min-w-0">
          <Toast.Title className="strong" render={<p />} />
          <Toast.Description render={<p />} />
        </div>
        <Toast.Close className="deed" aria-label="Put this message away">
          <X className="icon" aria-hidden="true" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}
