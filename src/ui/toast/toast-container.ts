import { createContext, use } from 'react'

type ToastContainer = { container: HTMLElement | null; setContainer: (element: HTMLElement | null) => void }

/** In its own file, so that dialogs in areas without toasts don't bundle the toast component. */
export const ToastContainerContext = createContext<ToastContainer>({
  container: null,
  setContainer: () => {},
})

/** Returns the setter of the toasts' container. An open modal must contain them, because it makes the rest of the page inert. */
export const useSetToastContainer = () => use(ToastContainerContext).setContainer

/** The container after a dialog closes: another open dialog, or the `ToastAnchor` of a failed form. */
export const findToastContainer = () =>
  document.querySelector<HTMLElement>('dialog[open]') ?? document.querySelector<HTMLElement>('[data-toasts]')
