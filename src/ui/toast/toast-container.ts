import { createContext, use } from 'react'

type ToastContainer = { container: HTMLElement | null; setContainer: (element: HTMLElement | null) => void }

/** Apart, so that areas without toasts don't bundle them. */
export const ToastContainerContext = createContext<ToastContainer>({
  container: null,
  setContainer: () => {},
})

/** An open modal must contain the toasts: the rest of the page is inert. */
export const useSetToastContainer = () => use(ToastContainerContext).setContainer

/** After a dialog closes. */
export const findToastContainer = () =>
  document.querySelector<HTMLElement>('dialog[open]') ?? document.querySelector<HTMLElement>('[data-toasts]')
