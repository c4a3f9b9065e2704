import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { toUtcDate } from '../../../platform/clock.ts'
import { browserTimeZone } from '../../../ui/local-date/time-zone.ts'
import { PageOwner } from '../../../ui/user-id-field/user-id-field.tsx'
import { accountMessages } from '../account.contract.ts'
import { archiveName } from '../export.contract.ts'
import { NoArchive, takeArchive } from './download-archive.ts'

type State =
  | { now: 'nothing' | 'done' }
  | { now: 'preparing'; done: number; of: number }
  | { now: 'failed'; words: string }

const never = () => () => {}

/** Everything in one file, made while its person waits. Without scripts the browser itself takes it in. */
export function DownloadForm() {
  const [state, setState] = useState<State>({ now: 'nothing' })
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const timeZone = useSyncExternalStore(never, browserTimeZone, () => 'UTC')

  async function prepare() {
    const ending = new AbortController()
    stop.current = ending
    setState({ now: 'preparing', done: 0, of: 0 })
    try {
      const archive = await takeArchive(
        timeZone,
        ({ done, of }) => setState({ now: 'preparing', done, of }),
        ending.signal,
      )
      keep(archive)
      setState({ now: 'done' })
    } catch (thrown) {
      if (ending.signal.aborted) return setState({ now: 'nothing' })
      if (thrown instanceof NoArchive && thrown.prove) return location.assign(thrown.prove)
      console.error('The file could not be put together', thrown)
      setState({
        now: 'failed',
        words: (thrown instanceof NoArchive && thrown.message) || accountMessages.exportFailed,
      })
    }
  }

  return (
    <div className="grid justify-items-start gap-4">
      <form
        method="post"
        action="/dashboard/settings"
        onSubmit={(event) => {
          event.preventDefault()
          if (state.now !== 'preparing') prepare()
        }}
      >
        <PageOwner />
        <input type="hidden" name="intent" value="download" />
        <input type="hidden" name="time_zone" value={timeZone} />
        <button type="submit" className="btn btn-quiet" aria-disabled={state.now === 'preparing'}>
          Download My Data
        </button>
      </form>
      <p role="status" className={state.now === 'done' ? 'form-done' : 'visually-hidden'}>
        {state.now === 'preparing' && 'Preparing your file.'}
        {state.now === 'done' && 'Your file is ready: your browser keeps it with your other downloads.'}
      </p>
      {state.now === 'preparing' && (
        <div className="flex flex-wrap items-center gap-4">
          <progress
            className="accent-act"
            aria-label="Preparing"
            {...(state.of > 0 && { value: state.done, max: state.of })}
          />
          <span>Preparing… {state.of > 0 && `${state.done} of ${state.of}`}</span>
          <button type="button" className="btn btn-quiet" onClick={() => stop.current?.abort()}>
            Stop
          </button>
        </div>
      )}
      {state.now === 'failed' && (
        <p role="alert" className="form-problem">
          {state.words}
        </p>
      )}
    </div>
  )
}

/** Hands the file to the browser, which asks where to or keeps it with the others. */
function keep(archive: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(archive)
  link.download = archiveName(toUtcDate(new Date()))
  link.click()
  // Not at once: some browsers only begin to read it now.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
