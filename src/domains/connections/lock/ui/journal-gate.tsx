import { useQueryClient } from '@tanstack/react-query'
import {
  lazy,
  type ReactNode,
  Suspense,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { JournalUnavailable } from '../../ui/journal-unavailable.tsx'
import * as messages from '../messages.en.yaml'
import { forgetLists, useIsDoubted, useJournalLocks } from './journal-locks.ts'
import { useOpenedData } from './use-opened-data.ts'
import { useRestoredLocks } from './use-restored-locks.ts'

const RolledBack = lazy(async () => ({ default: (await import('./rolled-back.tsx')).RolledBack }))
const DoubtedLock = lazy(async () => ({ default: (await import('./doubted-lock.tsx')).DoubtedLock }))
const OpenJournal = lazy(async () => ({ default: (await import('./open-journal.tsx')).OpenJournal }))

type JournalGateProps<Data> = {
  /** As the loader returns it. */
  data: Data
  /** Of a form that was sent without scripts and rejected. */
  rejected?: { problem: string; typed: { content: string } } | undefined
  /** A dialog has a heading of its own. */
  inDialog?: boolean
  /** Gets the opened data. */
  children: (data: Data) => ReactNode
}

/**
 * Shows a page that needs the journal: at once without locks; otherwise the form that opens, and then the opened data. A form stays mounted
 * while the journal is closed, so that no typed text is lost.
 */
export function JournalGate<Data>({ data, rejected, inDialog = false, children }: JournalGateProps<Data>) {
  const { locks, user_id, closed, open, isOpen } = useJournalLocks()
  const isDoubted = useIsDoubted()
  const { restored, ...restoring } = useRestoredLocks(locks, user_id, closed.length > 0)
  const isClosed = (lock_id: string) => closed.some(({ id }) => id === lock_id)
  const { opened, failed, retry } = useOpenedData(data)
  const { shown, isHidden, container } = useMountedPage(opened)
  const keyrings = restored === 'failed' ? [] : restored?.locks.filter(({ id }) => isClosed(id))
  const showsForm = keyrings !== undefined && keyrings.length > 0
  const isFailed = failed || (restored === 'failed' && closed.length > 0)
  const hasTitle = !inDialog && (shown ? isHidden : !isOpen || isFailed)
  return (
    <>
      {isDoubted && (
        <Suspense>
          <DoubtedLock />
        </Suspense>
      )}
      {hasTitle && <h1 className="mb-4">{messages.lockedTitle()}</h1>}
      {!shown && rejected && <JournalUnavailable reason={rejected.problem} text={rejected.typed.content} />}
      {!shown && !isFailed && !showsForm && <Opening />}
      {showsForm && (
        <div className="grid gap-6 mb-6">
          {isHidden && <p role="status">{messages.textWaits()}</p>}
          <Suspense fallback={<Opening />}>
            <OpenJournal locks={keyrings} place={inDialog ? 'dialog' : hasTitle ? 'titled-page' : 'page'} />
          </Suspense>
        </div>
      )}
      {isFailed && <OpenFailed retry={failed ? retry : restoring.retry} />}
      {shown && (
        <div ref={container} hidden={isHidden} className={isHidden ? undefined : 'contents'}>
          {open.size > 0 && (
            <Suspense>
              <RolledBack />
            </Suspense>
          )}
          {children(shown.data)}
        </div>
      )}
    </>
  )
}

/** The page with the last opened data. While the journal is closed only a form stays, out of sight. */
function useMountedPage<Data>(opened: { data: Data } | undefined) {
  const { current, isOpen } = useJournalLocks()
  const [last, setLast] = useState(opened)
  if (opened && opened.data !== last?.data) setLast(opened)
  const container = useRef<HTMLDivElement>(null)
  const [isHidden, setHidden] = useState(false)
  const before = useRef({ isOpen, lock: current?.id })
  const queries = useQueryClient()
  const lock = current?.id
  useLayoutEffect(() => {
    const { isOpen: wasOpen, lock: lastLock } = before.current
    before.current = { isOpen, lock }
    if (isOpen === wasOpen) return
    // What was read with another state of the journal.
    forgetLists(queries)
    const hasForm = container.current?.querySelector('textarea:not([readonly])') !== null
    // A lock that this page did not know must not hide what is being typed.
    setHidden(!isOpen && lock === lastLock)
    if (!isOpen && !hasForm) setLast(undefined)
  }, [isOpen, lock, queries])
  return { shown: opened ?? last, isHidden, container }
}

/** All that the server shows of a locked page. Usually it is gone before it is seen. */
function Opening() {
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  return (
    <>
      <p role="status" className="needs-react late">
        {messages.opening()}
      </p>
      {!isHydrated && <p className="note needs-script mt-4">{messages.lockedNeedsScript()}</p>}
    </>
  )
}

const OpenFailed = ({ retry }: { retry: () => void }) => (
  <div role="alert" className="flex flex-wrap items-center gap-3">
    <p className="form-problem">{messages.openFailed()}</p>
    <button type="button" className="btn btn-quiet" onClick={retry}>
      {messages.tryAgain()}
    </button>
  </div>
)
