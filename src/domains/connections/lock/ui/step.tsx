import { type ReactNode, useEffect, useId, useRef } from 'react'

type StepProps = {
  title: string
  /** Where one is, above the title: read with it. */
  progress?: string | undefined
  actions?: ReactNode
  children: ReactNode
}

/** A card that takes the focus when it appears, so that a screen reader reads its title. */
export function Step({ title, progress, actions, children }: StepProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="card grid gap-5" aria-labelledby={id}>
      <div>
        {progress && (
          <p id={`${id}-progress`} className="text-muted no-print">
            {progress}
          </p>
        )}
        <h2 id={id} ref={heading} tabIndex={-1} aria-describedby={progress && `${id}-progress`}>
          {title}
        </h2>
      </div>
      {children}
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </section>
  )
}

/** A message that appears after a press. */
export const Problem = ({ children }: { children: ReactNode }) =>
  children && (
    <p role="alert" className="form-problem">
      {children}
    </p>
  )
