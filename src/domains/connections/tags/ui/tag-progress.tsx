import { useEffect, useRef } from 'react'
import * as messages from '../../messages.en.yaml'
import { placesOf } from '../tags.rules.ts'
import type { TagRun } from './use-tag-change.ts'

type TagProgressProps = { run: TagRun; onStop: () => void; onContinue: () => void }

/** What is changed, and what remains. */
export function TagProgress({ run, onStop, onContinue }: TagProgressProps) {
  const section = useRef<HTMLElement>(null)
  const { change, state, total, done } = run
  const isRunning = state === 'running' || state === 'stopping'
  const { from } = change
  // The row of the tag, which had the focus, goes away.
  useEffect(() => {
    if (from && isRunning) section.current?.focus()
  }, [from, isRunning])
  return (
    <section ref={section} tabIndex={-1} className="card grid gap-4" aria-label={messages.tagsTitle()}>
      <p role="status" className="wrap-anywhere">
        {statusOf(run)}
      </p>
      {isRunning && total > 0 && (
        <p className="flex flex-wrap items-center gap-3">
          <progress aria-label={messages.changingTags()} max={total} value={done} />
          <span>{messages.tagProgress({ done, total })}</span>
        </p>
      )}
      {/* One button, so that it does not lose the focus. */}
      {state !== 'done' && (
        <button
          type="button"
          className="btn btn-quiet justify-self-start"
          aria-disabled={state === 'stopping'}
          onClick={() => (state === 'running' ? onStop() : state !== 'stopping' && onContinue())}
        >
          {state === 'running'
            ? messages.stop()
            : state === 'stopping'
              ? messages.stopping()
              : messages.continueChange()}
        </button>
      )}
    </section>
  )
}

function statusOf({ change: { from, to }, state, ...run }: TagRun): string {
  const { done, total, connections, drafts, problem = '' } = run
  switch (state) {
    case 'running':
    case 'stopping':
      return messages.changingTags()
    case 'stopped':
      return messages.tagStopped({ done, total, from })
    case 'failed':
      return total === 0 ? problem : messages.tagFailed({ reason: problem, done, total, from })
    case 'done': {
      if (connections + drafts === 0) return messages.tagUnchanged({ from })
      const places = messages.tagPlaces(placesOf({ connections, drafts }))
      return to === null ? messages.tagDeleted({ from, places }) : messages.tagRenamed({ to, places })
    }
  }
}
