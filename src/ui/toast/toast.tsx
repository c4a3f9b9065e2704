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
import { ToastPlace } from './toast-container.ts'

export type ToastWords = { title: string; description: string }
type Message = ToastWords & {
  id: number
  type: 'done' | 'failed'
  about?: string | undefined
  dialog: HTMLDialogElement | null
}

/** How long a success is shown (milliseconds); a failure stays until it is put away. */
const shownFor = 7_000
/** How often the time that is left is counted (milliseconds). */
const tick = 500
/** A dialog that closes hands the messages back to the page: who listens hears only what comes after that (milliseconds). */
const beat = 100

type Manager = { add: (message: Omit<Message, 'id' | 'dialog'>) => number; close: (id: number) => void }
const Messages = createContext<Manager>({ add: () => 0, close: () => {} })

/**
 * Around an area: shows what `useToast` says, above an open dialog too (specification point 8, "Toasts"). A dialog opens without the
 * messages from before it: a success is over by then, and a failure waits on the page.
 */
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
  // Always the same function: a dialog opens again when it is another one.
  const move = useCallback((to: HTMLElement | null) => {
    const next = to?.closest('dialog') ?? null
    if (next && next !== dialog.current) setMessages((all) => all.filter(({ type }) => type === 'failed'))
    dialog.current = next
    setContainer(to)
  }, [])
  const place = useMemo(() => ({ container, setContainer: move }), [container, move])
  const openDialog = container?.closest('dialog') ?? null
  const shown = messages.filter((message) => (message.dialog?.open ? message.dialog : null) === openDialog)
  // The server has no document to put them into.
  const [isInBrowser, setInBrowser] = useState(false)
  useEffect(() => setInBrowser(true), [])
  return (
    <ToastPlace value={place}>
      <Messages value={manager}>
        {children}
        {isInBrowser &&
          createPortal(<Region messages={shown} close={manager.close} />, container ?? document.body)}
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
  const region = useRef<HTMLElement>(null)
  useUncovered(region, messages)
  const focusBefore = useRef<HTMLElement>(null)
  const noteFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) focusBefore.current = relatedTarget as HTMLElement | null
  }
  return (
    // "Notifications" is a part of the settings.
    <section ref={region} className="toasts" aria-label="Messages" aria-live="polite" onFocus={noteFocus}>
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

/**
 * Moves the messages to the top of the window where at its foot they would cover what was pressed last or has the focus
 * (WCAG 2.4.11). Safari gives a pressed button no focus.
 */
function useUncovered(region: RefObject<HTMLElement | null>, messages: readonly Message[]) {
  const latest = useRef<Element>(null)
  const count = messages.length
  useEffect(() => {
    const element = region.current
    if (!element) return
    const look = (target: Element | null = latest.current) => {
      const control = target?.closest('a, button, input, select, summary, textarea')
      if (!control || element.contains(control)) return
      latest.current = control
      if (count > 0) uncover(element, control)
    }
    const note = ({ target }: Event) => look(target as Element)
    const events = ['click', 'focusin']
    for (const event of events) document.addEventListener(event, note, true)
    look(latest.current ?? document.activeElement)
    return () => {
      for (const event of events) document.removeEventListener(event, note, true)
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

type ToastProps = Omit<Message, 'dialog'> & { close: Manager['close']; onPutAway: () => void }

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
          className="icon-button"
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
