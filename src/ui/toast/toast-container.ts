import { createContext, use } from 'react'

type Place = { container: HTMLElement | null; setContainer: (element: HTMLElement | null) => void }

/** Apart from the toasts themselves: a dialog of an area that has none does without what draws them. */
export const ToastPlace = createContext<Place>({ container: null, setContainer: () => {} })

/** Where toasts are drawn: a modal dialog makes the rest of the page inert, so it takes them in while it is open. */
export const useToastPlace = () => use(ToastPlace).setContainer

/** Who takes the toasts in when a dialog has closed: one below it, or the form that was sent in vain. */
export const nextToastPlace = () =>
  document.querySelector<HTMLElement>('dialog[open]') ?? document.querySelector<HTMLElement>('[data-toasts]')
