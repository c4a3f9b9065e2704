import { X } from 'lucide-react'
import {
  createContext,
  type FocusEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { ToastPlace } from './toast-place.ts'

export type ToastWords = { title: string; description: string }
type Message = ToastWords & { id: number; type: 'done' | 'failed'; about?: string | undefined }

/** How long a success is shown (milliseconds); a failure stays until it is put away. */
const shownFor = 7_000
/** How often the time that is left is counted (milliseconds). */
const tick = 500
/** A dialog that closes hands the messages back to the page: who listens hears only what comes after that (milliseconds). */
const beat = 100

type Manager = { add: (message: Omit<Message, 'id'>) => number; close: (id: number) => void }
const Messages = createContext<Manager>({ add: () => 0, close: () => {} })

/** Around an area: shows what `useToast` says, above an open dialog too (specification point 8, "Toasts"). */
export function Toaster({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<readonly Message[]>([])
  const lastId = useRef(0)
  const manager = useMemo<Manager>(
    () => ({
      add: (message) => {
        const id = ++lastId.current
        const { about } = message
        setMessages((all) => [
          { ...message, id },
          ...all.filter((other) => about === undefined || other.about !== about),
        ])
        return id
      },
      close: (id) => setMessages((all) => all.filter((message) => message.id !== id)),
    }),
    [],
  )
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const place = useMemo(() => ({ container, setContainer }), [container])
  // The server has no document to put them into.
  const [isInBrowser, setInBrowser] = useState(false)
  useEffect(() => setInBrowser(true), [])
  return (
    <ToastPlace value={place}>
      <Messages value={manager}>
        {children}
        {isInBrowser &&
          createPortal(<Region messages={messages} close={manager.close} />, container ?? document.body)}
      </Messages>
    </ToastPlace>
  )
}

/**
 * Says words of success, or in the destructive style of a failure; both are read out politely. What is said next takes the place of
 * one's own failure.
 */
export function useToast() {
  const { add, close } = use(Messages)
  const failure = useRef<number>(undefined)
  return useMemo(() => {
    const say = (words: ToastWords, type: Message['type'], about?: string) =>
      setTimeout(() => {
        if (failure.current) close(failure.current)
        const id = add({ ...words, type, about })
        failure.current = type === 'failed' ? id : undefined
      }, beat)
    return {
      /** @param about what it is about, such as the id of a Connection: what was said about that before is over */
      done: (words: ToastWords, about?: string) => say(words, 'done', about),
      failed: (words: ToastWords) => say(words, 'failed'),
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

/** The live region. It is there before its first message: screen readers announce what is added to one. */
function Region({ messages, close }: { messages: readonly Message[]; close: Manager['close'] }) {
  const focusBefore = useRef<HTMLElement>(null)
  const noteFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) focusBefore.current = relatedTarget as HTMLElement | null
  }
  return (
    // "Notifications" is a part of the settings.
    <section className="toasts" aria-label="Messages" aria-live="polite" onFocus={noteFocus}>
      {messages.map((message) => (
        <Toast
          key={message.id}
          {...message}
          close={close}
          onPutAway={() => focusBefore.current?.focus({ preventScroll: true })}
        />
      ))}
    </section>
  )
}

type ToastProps = Message & { close: Manager['close']; onPutAway: () => void }

function Toast({ id, type, title, description, close, onPutAway }: ToastProps) {
  const element = useRef<HTMLDivElement>(null)
  const closeThis = useCallback(() => close(id), [close, id])
  // One in the text of a form or a dialog may be further down than the window goes.
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEffect(() => {
    if (type === 'failed') return
    let left = shownFor
    const timer = setInterval(() => {
      if (!isBeingRead()) left -= tick
      if (left <= 0) closeThis()
    }, tick)
    return () => clearInterval(timer)
  }, [type, closeThis])
  const putAway = () => {
    if (element.current?.contains(document.activeElement)) onPutAway()
    closeThis()
  }
  return (
    <div ref={element} className="toast" data-type={type}>
      <div className="toast-content">
        <div className="min-w-0">
          <p className="strong">{title}</p>
          <p>{description}</p>
        </div>
        <button
          type="button"
          className="deed"
          aria-label="Put this message away"
          onClick={putAway}
          onKeyDown={({ key }) => {
            if (key === 'Escape') putAway()
          }}
        >
          <X className="icon" aria-hidden="true" />
        </button>
      </div>
    </div>
  )
}

/** Whether the pointer or the focus is on a message, or the person is in another window: the time does not run meanwhile (WCAG 2.2.1). */
const isBeingRead = () =>
  !document.hasFocus() || document.querySelector('.toasts:is(:hover, :focus-within)') !== null
