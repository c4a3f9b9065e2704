import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { href } from 'react-router'
import { toUtcDate } from '../../../platform/clock.ts'
import { browserTimeZone } from '../../../ui/local-date/time-zone.ts'
import { PageOwner } from '../../../ui/user-id-field/user-id-field.tsx'
import { archiveName } from '../export.contract.ts'
import * as messages from '../messages.en.yaml'
import { downloadArchive, ExportError } from './download-archive.ts'
import { DownloadProgress } from './download-progress.tsx'

/** How a locked journal becomes readable. */
export type ReadableCopy = {
  isOpen: boolean
  /** Opens the journal. */
  openForm: ReactNode
  /** Opens the server's archive on this device. @throws also when the journal was closed meanwhile */
  convert: (
    archive: Blob,
    options: {
      timeZone: string
      signal: AbortSignal
      onProgress: (progress: { done: number; of: number }) => void
    },
  ) => Promise<{ archive: Blob; locked: number }>
}

type State =
  | { status: 'idle' | 'done' }
  | { status: 'preparing'; isOnDevice: boolean; done: number; of: number }
  /** The archive is here, and the journal is to be opened. */
  | { status: 'opening' }
  | { status: 'failed'; message: string }

const noSubscription = () => () => {}

/**
 * Downloads everything. Also works without scripts, where a locked journal stays locked.
 *
 * @param props.readable for a locked journal
 */
export function DownloadForm({ readable }: { readable?: ReadableCopy | undefined }) {
  const [state, setState] = useState<State>({ status: 'idle' })
  const [stillLocked, setStillLocked] = useState(0)
  const stop = useRef<AbortController>(undefined)
  /** A retry does not download it again. */
  const lockedArchive = useRef<Blob>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const timeZone = useSyncExternalStore(noSubscription, browserTimeZone, () => 'UTC')
  const isPreparing = state.status === 'preparing'
  // Before hydration the button would do nothing.
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])

  async function prepare(isReadable: boolean) {
    const controller = new AbortController()
    const { signal } = controller
    stop.current = controller
    const showProgress =
      (isOnDevice: boolean) =>
      ({ done, of }: { done: number; of: number }) =>
        setState({ status: 'preparing', isOnDevice, done, of })
    setStillLocked(0)
    showProgress(false)({ done: 0, of: 0 })
    try {
      const archive =
        (isReadable && lockedArchive.current) ||
        (await downloadArchive(timeZone, showProgress(false), signal))
      if (isReadable && readable) {
        lockedArchive.current = archive
        if (!readable.isOpen) return setState({ status: 'opening' })
        showProgress(true)({ done: 0, of: 0 })
        const made = await readable.convert(archive, { timeZone, signal, onProgress: showProgress(true) })
        lockedArchive.current = undefined
        saveFile(made.archive)
        setStillLocked(made.locked)
      } else saveFile(archive)
      setState({ status: 'done' })
    } catch (thrown) {
      if (signal.aborted) return setState({ status: 'idle' })
      if (thrown instanceof ExportError && thrown.reauthUrl) return location.assign(thrown.reauthUrl)
      console.error('The file could not be put together', thrown)
      setState({
        status: 'failed',
        message: (thrown instanceof ExportError && thrown.message) || messages.exportFailed(),
      })
    }
  }

  const isWaiting = state.status === 'opening'
  const isOpen = readable?.isOpen ?? false
  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes on once, when the journal opens
  useEffect(() => {
    if (isWaiting && isOpen) prepare(true)
  }, [isWaiting, isOpen])

  return (
    <div className="grid justify-items-start gap-4">
      {readable && (
        <>
          <p>{messages.readableCopy()}</p>
          <button
            type="button"
            className={isReady ? 'btn' : 'btn needs-react invisible'}
            aria-disabled={isPreparing}
            onClick={() => !isPreparing && prepare(true)}
          >
            {messages.downloadReadable()}
          </button>
          <noscript>
            <p className="text-muted">{messages.readableNeedsScript()}</p>
          </noscript>
          {isWaiting && !isOpen && readable.openForm}
          <p>{messages.lockedCopy()}</p>
        </>
      )}
      <form
        method="post"
        action={href('/dashboard/settings')}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPreparing) prepare(false)
        }}
      >
        <PageOwner />
        <input type="hidden" name="intent" value="download" />
        <input type="hidden" name="time_zone" value={timeZone} />
        <button type="submit" className="btn btn-quiet" aria-disabled={isPreparing}>
          {readable ? messages.downloadLocked() : messages.download()}
        </button>
      </form>
      <p role="status" className={state.status === 'done' ? 'form-done' : 'visually-hidden'}>
        {isPreparing && messages.preparingFile()}
        {state.status === 'done' && messages.fileReady()}
        {state.status === 'done' && stillLocked > 0 && ` ${messages.stillLocked({ count: stillLocked })}`}
      </p>
      {isPreparing && <DownloadProgress {...state} onStop={() => stop.current?.abort()} />}
      {state.status === 'failed' && (
        <p role="alert" className="form-problem">
          {state.message}
        </p>
      )}
    </div>
  )
}

function saveFile(archive: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(archive)
  link.download = archiveName(toUtcDate(new Date()))
  link.click()
  // Some browsers only start reading now.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
