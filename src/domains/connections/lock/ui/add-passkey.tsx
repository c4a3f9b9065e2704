import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import * as messages from '../messages.en.yaml'
import { Problem, Step } from './step.tsx'

/** keyringSchema */
const labelLimit = 40

type AddPasskeyProps = {
  progress: string
  isSending: boolean
  problem: ReactNode
  onNamed: (label: string) => void
  onCancel: () => void
}

/** Names a passkey; the browser then creates it. */
export function AddPasskey({ progress, isSending, problem, onNamed, onCancel }: AddPasskeyProps) {
  const [label, setLabel] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    setMissing(!label.trim())
    if (label.trim()) onNamed(label.trim())
    else field.current?.focus()
  }
  return (
    <Step title={messages.passkeyTitle()} progress={progress}>
      <p>{messages.passkeyLede()}</p>
      <p>{messages.passkeyLedeShared()}</p>
      <form className="grid gap-5" onSubmit={submit} noValidate autoComplete="off">
        <div className="grid gap-2">
          <label htmlFor={id} className="strong">
            {messages.passkeyLabel()}
          </label>
          <p id={`${id}-hint`} className="text-muted">
            {messages.passkeyLabelHint()}
          </p>
          <input
            ref={field}
            id={id}
            className="field"
            autoComplete="off"
            maxLength={labelLimit}
            value={label}
            onChange={({ currentTarget }) => setLabel(currentTarget.value)}
            aria-describedby={isMissing ? `${id}-hint ${id}-error` : `${id}-hint`}
            aria-invalid={isMissing ? true : undefined}
          />
          {isMissing && (
            <p id={`${id}-error`} className="field-error">
              {messages.passkeyLabelMissing()}
            </p>
          )}
        </div>
        <Problem>{problem}</Problem>
        <div className="flex flex-wrap gap-3">
          <button type="submit" className="btn" aria-disabled={isSending}>
            {messages.createPasskey()}
          </button>
          <button type="button" className="btn btn-quiet" onClick={onCancel}>
            {messages.cancel()}
          </button>
        </div>
      </form>
    </Step>
  )
}
