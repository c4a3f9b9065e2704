import type { ReactNode } from 'react'
import { initialFocus } from '../../../../ui/field/field.tsx'

type SettingsSectionProps = {
  id: string
  title: string
  lede?: ReactNode
  done?: string | undefined
  children: ReactNode
}

/** One thing to set: its name and what it is for on one side, what can be done on the other. */
export function SettingsSection({ id, title, lede, done, children }: SettingsSectionProps) {
  return (
    <section className="settings-row" aria-labelledby={`${id}-title`}>
      <div className="grid content-start gap-2">
        <h3 id={`${id}-title`}>{title}</h3>
        {lede && <p className="text-muted">{lede}</p>}
      </div>
      <div className="grid content-start gap-5 min-w-0">
        <SuccessNote>{done}</SuccessNote>
        {children}
      </div>
    </section>
  )
}

/** That something was done, told to who listens too: the page that answers begins here. */
export function SuccessNote({ children }: { children: string | undefined }) {
  return (
    children && (
      <p role="status" tabIndex={-1} className="form-done" {...initialFocus}>
        {children}
      </p>
    )
  )
}

/** What a setting does beside what it does not, under a title each. */
export function TwoColumns({ of }: { of: Record<string, string[]> }) {
  return (
    <div className="two-lists">
      {Object.entries(of).map(([title, lines]) => (
        <div key={title}>
          <h4 className="strong">{title}</h4>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

/** What opens when it is asked for: a form that most visits do not need. It works without a script. */
export function Disclosure({
  title,
  open,
  children,
}: {
  title: string
  open?: boolean
  children: ReactNode
}) {
  return (
    <details open={open} className="fold">
      <summary className="btn btn-quiet">{title}</summary>
      <div className="grid gap-5 pt-5">{children}</div>
    </details>
  )
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** "Nov 21, 2026", the day in UTC. */
export const formatDate = (date: Date) => day.format(new Date(date))
