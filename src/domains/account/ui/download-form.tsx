import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { href } from 'react-router'
import { toUtcDate } from '../../../platform/clock.ts'
import { browserTimeZone } from '../../../ui/local-date/time-zone.ts'
import { PageOwner } from '../../../ui/user-id-field/user-id-field.tsx'
import { archiveName } from '../export.contract.ts'
import * as messages from '../messages.en.yaml'
import { downloadArchive, ExportError } from './download-archive.ts'

type State =
  | { status: 'idle' | 'done' }
  | { status: 'preparing'; done: number; of: number }
  | { status: 'failed'; message: string }

const noSubscription = () => () => {}

/** Also works without scripts. */
export function DownloadForm() {
  const [state, setState] = useState<State>({ status: 'idle' })
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const timeZone = useSyncExternalStore(noSubscription, browserTimeZone, () => 'UTC')

  async function prepare() {
    const controller = new AbortController()
    stop.current = controller
    setState({ status: 'preparing', done: 0, of: 0 })
    try {
      const archive = await downloadArchive(
        timeZone,
        ({ done, of }) => setState({ status: 'preparing', done, of }),
        controller.signal,
      )
      saveFile(archive)
      setState({ status: 'done' })
    } catch (thrown) {
      if (controller.signal.aborted) return setState({ status: 'idle' })
      if (thrown instanceof ExportError && thrown.reauthUrl) return location.assign(thrown.reauthUrl)
      console.error('The file could not be put together', thrown)
      setState({
        status: 'failed',
        message: (thrown instanceof ExportError && thrown.message) || messages.exportFailed(),
      })
    }
  }

  return (
    <div className="grid justify-items-start gap-4">
      <form
        method="post"
        action={href('/dashboard/settings')}
        onSubmit={(event) => {
          event.preventDefault()
          if (state.status !== 'preparing') prepare()
        }}
      >
        <PageOwner />
        <input type="hidden" name="intent" value="download" />
        <input type="hidden" name="time_zone" value={timeZone} />
        <button type="submit" className="btn btn-quiet" aria-disabled={state.status === 'preparing'}>
          {messages.download()}
        </button>
      </form>
      <p role="status" className={state.status === 'done' ? 'form-done' : 'visually-hidden'}>
        {state.status === 'preparing' && messages.preparingFile()}
        {state.status === 'done' && messages.fileReady()}
      </p>
      {state.status === 'preparing' && (
        <div className="flex flex-wrap items-center gap-4">
          <progress
            className="accent-act"
            aria-label={messages.preparing()}
            {...(state.of > 0 && { value: state.done, max: state.of })}
          />
          <span>
            {state.of > 0
              ? messages.preparingProgress({ done: state.done, total: state.of })
              : messages.preparingBegun()}
          </span>
          <button type="button" className="btn btn-quiet" onClick={() => stop.current?.abort()}>
            {messages.stop()}
          </button>
        </div>
      )}
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
