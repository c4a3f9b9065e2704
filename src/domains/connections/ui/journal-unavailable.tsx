import { useId } from 'react'

type JournalClosedProps = {
  /** The sentence of `journalAccessError` (platform/owner). */
  because: string
  /** What came with a form that was refused: it stays in sight. */
  typed?: string | undefined
}

/** In place of the form, for who reads and does not write (specification point 6, "Access by plan tier"). */
export function JournalClosed({ because, typed = '' }: JournalClosedProps) {
  const textId = useId()
  return (
    <div className="grid max-w-[46rem] gap-6">
      <p className="note" role={typed ? 'alert' : undefined}>
        {because}
      </p>
      {typed && (
        <div className="grid gap-2">
          <label htmlFor={textId} className="strong">
            What you wrote
          </label>
          <p id={`${textId}-why`}>It is not saved here. Copy it if you want to keep it.</p>
          <textarea
            id={textId}
            rows={12}
            className="text-area"
            autoComplete="off"
            readOnly
            value={typed}
            aria-describedby={`${textId}-why`}
          />
        </div>
      )}
    </div>
  )
}
