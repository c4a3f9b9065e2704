import { X } from 'lucide-react'
import {
  createContext,
  type FocusEvent,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import * as texts from '../messages.en.yaml'
import { ToastContainerContext } from './toast-container.ts'

export type ToastWords = {
  title: string
  description: string
  /** A button that undoes what the message tells. */
  undo?: { label: string; run: () => void }
}
type Message = ToastWords & {
  id: number
  type: 'done' | 'failed'
  about?: string | undefined
  dialog: HTMLDialogElement | null
}

/** Milliseconds. A failure stays until dismissed. */
const successDuration = 7_000
/** Milliseconds. */
const countdownInterval = 500
/** Milliseconds. A closing dialog moves the live region; screen readers announce only later additions. */
const announceDelay = 100

type Manager = { add: (message: Omit<Message, 'id' | 'dialog'>) => number; close: (id: number) => void }
const Messages = createContext<Manager>({ add: () => 0, close: () => {} })

/** Opening a dialog removes earlier successes (specification point 8, "Toasts"). */
export function Toaster({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<readonly Message[]>([])
  const lastId = useRef(0)
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  const manager = useMemo<Manager>(
    () => ({
      add: (message) => {
        const id = ++lastId.current
        const { about } = message
        setMessages((all) => [
          { ...message, id, dialog: dialog.current },
          ...all.filter((other) => about === undefined || other.about !== about),
        ])
        return id
      },
      close: (id) => setMessages((all) => all.filter((message) => message.id !== id)),
    }),
    [],
  )
  // Must be stable, or `Dialog` runs its open effect again.
  const moveToasts = useCallback((to: HTMLElement | null) => {
    const next = to?.closest('dialog') ?? null
    if (next && next !== dialog.current) setMessages((all) => all.filter(({ type }) => type === 'failed'))
    dialog.current = next
    setContainer(to)
  }, [])
  const contextValue = useMemo(() => ({ container, setContainer: moveToasts }), [container, moveToasts])
  const openDialog = container?.closest('dialog') ?? null
  const visibleMessages = messages.filter(
    (message) => (message.dialog?.open ? message.dialog : null) === openDialog,
  )
  // The server has no `document`.
  const [isInBrowser, setInBrowser] = useState(false)
  useEffect(() => setInBrowser(true), [])
  return (
    <ToastContainerContext value={contextValue}>
      <Messages value={manager}>
        {children}
        {isInBrowser &&
          createPortal(
            <Region messages={visibleMessages} close={manager.close} />,
            container ?? document.body,
          )}
      </Messages>
    </ToastContainerContext>
  )
}

/** The caller's next toast replaces its last failure. */
export function useToast() {
  const { add, close } = use(Messages)
  const failure = useRef<number>(undefined)
  return useMemo(() => {
    const show = (words: ToastWords, type: Message['type'], about?: string) =>
      setTimeout(() => {
        if (failure.current) close(failure.current)
        const id = add({ ...words, type, about })
        failure.current = type === 'failed' ? id : undefined
      }, announceDelay)
    return {
      /** A toast replaces earlier ones `about` the same id. */
      done: (words: ToastWords, about?: string) => show(words, 'done', about),
      failed: (words: ToastWords) => show(words, 'failed'),
      dismissFailure: () => {
        if (failure.current) close(failure.current)
      },
    }
  }, [add, close])
}

/** Unmounting removes the last failure. */
export function useScopedToast() {
  const toast = useToast()
  useEffect(() => toast.dismissFailure, [toast])
  return toast
}

/** In the page before its first message: screen readers announce only additions. */
function Region({ messages, close }: { messages: readonly Message[]; close: Manager['close'] }) {
  const region = useRef<HTMLElement>(null)
  useAvoidCovering(region, messages)
  const focusBefore = useRef<HTMLElement>(null)
  const rememberFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) focusBefore.current = relatedTarget as HTMLElement | null
  }
  return (
    // "Notifications" is a section of the settings.
    <section
      ref={region}
      className="toasts"
      aria-label={texts.messages()}
      aria-live="polite"
      onFocus={rememberFocus}
    >
      {messages.map((message) => (
        <Toast
          key={message.id}
          {...message}
          close={close}
          onDismiss={() => focusBefore.current?.focus({ preventScroll: true })}
        />
      ))}
    </section>
  )
}

/** Toasts must not cover the focused control (WCAG 2.4.11), or the clicked one: Safari focuses no buttons. */
function useAvoidCovering(region: RefObject<HTMLElement | null>, messages: readonly Message[]) {
  const lastControl = useRef<Element>(null)
  const count = messages.length
  useEffect(() => {
    const element = region.current
    if (!element) return
    const uncoverTarget = (target: Element | null = lastControl.current) => {
      const control = target?.closest('a, button, input, select, summary, textarea')
      if (!control || element.contains(control)) return
      lastControl.current = control
      if (count > 0) uncover(element, control)
    }
    const onInteraction = ({ target }: Event) => uncoverTarget(target as Element)
    const events = ['click', 'focusin']
    for (const event of events) document.addEventListener(event, onInteraction, true)
    uncoverTarget(lastControl.current ?? document.activeElement)
    return () => {
      for (const event of events) document.removeEventListener(event, onInteraction, true)
    }
  }, [region, count])
}

function uncover(region: HTMLElement, control: Element) {
  const covered = () => {
    const [one, other] = [region.getBoundingClientRect(), control.getBoundingClientRect()]
    return Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top))
  }
  delete region.dataset.top
  const below = covered()
  if (below === 0) return
  region.dataset.top = ''
  if (covered() >= below) delete region.dataset.top
}

type ToastProps = Omit<Message, 'dialog'> & { close: Manager['close']; onDismiss: () => void }

function Toast({ id, type, title, description, undo, close, onDismiss }: ToastProps) {
  const element = useRef<HTMLDivElement>(null)
  const closeThis = useCallback(() => close(id), [close, id])
  // A toast in a form or dialog may be outside the viewport.
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEffect(() => {
    if (type === 'failed') return
    let remaining = successDuration
    const timer = setInterval(() => {
      if (!isTimerPaused()) remaining -= countdownInterval
      if (remaining <= 0) closeThis()
    }, countdownInterval)
    return () => clearInterval(timer)
  }, [type, closeThis])
  const dismiss = () => {
    if (element.current?.contains(document.activeElement)) onDismiss()
    closeThis()
  }
  return (
    <div ref={element} className="toast" data-type={type}>
      <div className="flex gap-2 justify-between">
        <div className="min-w-0">
          <p className="strong">{title}</p>
          <p>{description}</p>
          {undo && (
            <button
              type="button"
              className="btn btn-quiet mt-2"
              onClick={() => {
                dismiss()
                undo.run()
              }}
            >
              {undo.label}
            </button>
          )}
        </div>
        <button
          type="button"
          className="icon-button"
          aria-label={texts.dismissMessage()}
          onClick={dismiss}
          onKeyDown={({ key }) => {
            if (key === 'Escape') dismiss()
          }}
        >
          <X className="icon" aria-hidden="true" />
        </button>
      </div>
    </div>
  )
}

/** WCAG 2.2.1. */
const isTimerPaused = () =>
  !document.hasFocus() || document.querySelector('.toasts:is(:hover, :focus-within)') !== null
