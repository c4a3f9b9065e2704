import { type ReactNode, useEffect, useId, useRef } from 'react'
import { href, Link } from 'react-router'
import * as messages from '../messages.en.yaml'
import { FileChooser } from './file-chooser.tsx'
import { ImportPlan } from './import-plan.tsx'
import type { Progress } from './send-entries.ts'
import { UnreadableList } from './unreadable-list.tsx'
import { type ImportState, useImport } from './use-import.ts'

/** Chooses files, shows what is in them, and imports it. Each step takes the place of the one before. */
export function ImportConnections() {
  const { state, choose, start, resume, stop, reset } = useImport()
  const stopButton = (
    <button type="button" className="btn btn-quiet" onClick={stop}>
      {messages.stop()}
    </button>
  )
  const otherFiles = (
    <button type="button" className="btn btn-quiet" onClick={reset}>
      {messages.otherFiles()}
    </button>
  )
  switch (state.step) {
    case 'choose':
      return <Choose state={state} onChoose={choose} />
    case 'reading':
      return (
        <Step key="reading" title={messages.reading()} actions={stopButton}>
          <progress className="accent-act" aria-label={messages.reading()} />
          <p>{messages.readingProgress({ count: state.count })}</p>
        </Step>
      )
    case 'plan': {
      const { findings, plan } = state
      const importButton = plan.fresh.length > 0 && (
        <button type="button" className="btn" onClick={() => start(plan)}>
          {messages.import({ count: plan.fresh.length })}
        </button>
      )
      const actions = (
        <>
          {importButton}
          {otherFiles}
        </>
      )
      return (
        <Step key="plan" title={messages.found()} actions={actions}>
          <ImportPlan findings={findings} plan={plan} />
        </Step>
      )
    }
    case 'importing': {
      const { total, remaining } = state.progress
      const done = total - remaining.length
      return (
        <Step key="importing" title={messages.importing()} actions={stopButton}>
          <progress className="accent-act" aria-label={messages.importing()} value={done} max={total} />
          <p>{messages.importingProgress({ done, total })}</p>
        </Step>
      )
    }
    default: {
      const { progress } = state
      const actions = (
        <>
          {progress.remaining.length > 0 && (
            <button type="button" className="btn" onClick={() => resume(progress)}>
              {messages.continue()}
            </button>
          )}
          <Link to={href('/dashboard/connections')} className="btn btn-quiet">
            {messages.toConnections()}
          </Link>
          {otherFiles}
        </>
      )
      return (
        <Step key={state.step} title={endTitles[state.step]()} actions={actions}>
          {state.step === 'failed' && <p className="form-problem">{state.problem}</p>}
          <Summary progress={progress} />
        </Step>
      )
    }
  }
}

const endTitles = { done: messages.doneTitle, stopped: messages.stoppedTitle, failed: messages.failedTitle }

/** Takes the focus when it appears, so that a screen reader reads its title. */
function Step({ title, actions, children }: { title: string; actions: ReactNode; children: ReactNode }) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="card grid gap-5" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
      <div className="flex flex-wrap gap-3">{actions}</div>
    </section>
  )
}

type ChooseProps = {
  state: Extract<ImportState, { step: 'choose' }>
  onChoose: (files: readonly File[]) => void
}

function Choose({ state: { notice, problem }, onChoose }: ChooseProps) {
  const id = useId()
  return (
    <section className="card grid gap-5" aria-labelledby={id}>
      <h2 id={id}>{messages.kinds()}</h2>
      <ul className="list-disc ps-6">
        <li>{messages.kindArchive()}</li>
        <li>{messages.kindDayOne()}</li>
        <li>{messages.kindTexts()}</li>
      </ul>
      {notice && <p role="status">{notice}</p>}
      {problem && (
        <p role="alert" className="form-problem">
          {problem}
        </p>
      )}
      <FileChooser onChoose={onChoose} />
      <noscript>
        <p className="text-muted">{messages.needsScript()}</p>
      </noscript>
    </section>
  )
}

function Summary({ progress }: { progress: Progress }) {
  const { saved, existing, unknownTerms, rejected, remaining } = progress
  return (
    <>
      <div className="grid gap-2">
        <p className="strong">{messages.saved({ count: saved })}</p>
        {existing > 0 && <p>{messages.alreadyHere({ count: existing })}</p>}
        {unknownTerms > 0 && <p>{messages.unknownTerms({ count: unknownTerms })}</p>}
        {remaining.length > 0 && <p>{messages.resume()}</p>}
      </div>
      <UnreadableList title={messages.rejectedTitle({ count: rejected.length })} items={rejected} />
    </>
  )
}
