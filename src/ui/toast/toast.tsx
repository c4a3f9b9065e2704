import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'

export type ToastWords = { title: string; description: string }

/** How long a success is shown (milliseconds); a failure stays until it is put away. */
const shownFor = 7_000

type Place = { container: HTMLElement | null; setContainer: (element: HTMLElement | null) => void }
const ToastPlace = createContext<Place>({ container: null, setContainer: () => {} })

/** Around an area: shows what `useToast` says, above an open dialog too (specification point 8, "Toasts"). */
export function Toaster({ children }: { children: ReactNode }) {
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const place = useMemo(() => ({ container, setContainer }), [container])
  return (
    <ToastPlace value={place}>
      <Toast.Provider timeout={shownFor}>
        {children}
        <Toast.Portal {...(container && { container })}>
          <Toast.Viewport className="toasts">
            <Toasts />
          </Toast.Viewport>
        </Toast.Portal>
      </Toast.Provider>
    </ToastPlace>
  )
}

/** Where toasts are drawn: a modal dialog makes the rest of the page inert, so it takes them in while it is open. */
export const useToastPlace = () => use(ToastPlace).setContainer

/** @returns says words of success, or in the destructive style of a failure */
export function useToast() {
  const { add } = Toast.useToastManager()
  return useMemo(
    () => ({
      done: (words: ToastWords) => add({ ...words, type: 'done' }),
      failed: (words: ToastWords) => add({ ...words, type: 'failed', priority: 'high', timeout: 0 }),
    }),
    [add],
  )
}

function Toasts() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} swipeDirection={['down', 'right']} className="toast">
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
