import { useId } from 'react'
import * as messages from '../messages.en.yaml'

type JournalUnavailableProps = {
  /** From `journalAccessError`. */
  reason: string
  /** Of a rejected form, to copy. */
  text?: string | undefined
}

/** Shown where the plan has no journal (specification point 6). */
export function JournalUnavailable({ reason, text = '' }: JournalUnavailableProps) {
  const textId = useId()
  return (
    <div className="grid max-w-[46rem] gap-6">
      <p className="note" role={text ? 'alert' : undefined}>
        {reason}
      </p>
      {text && (
        <div className="grid gap-2">
          <label htmlFor={textId} className="strong">
            {messages.typedText()}
          </label>
          <p id={`${textId}-why`}>{messages.typedTextNotSaved()}</p>
          <textarea
            id={textId}
            rows={12}
            className="text-area"
            autoComplete="off"
            readOnly
            value={text}
            aria-describedby={`${textId}-why`}
          />
        </div>
      )}
    </div>
  )
}
