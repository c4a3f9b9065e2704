import type { ReactNode } from 'react'

type SettingsSectionProps = {
  id: string
  title: string
  lede?: ReactNode
  done?: string | undefined
  children: ReactNode
}

/** One part of the settings: its name and what it is for on one side, what can be done on the other. */
export function SettingsSection({ id, title, lede, done, children }: SettingsSectionProps) {
  return (
    <section
      className="grid content-start gap-x-12 gap-y-5 border-t border-line pt-8 lg:grid-cols-[17rem_minmax(0,1fr)]"
      aria-labelledby={`${id}-title`}
    >
      <div className="grid content-start gap-2">
        <h2 id={`${id}-title`}>{title}</h2>
        {lede && <p className="text-muted">{lede}</p>}
      </div>
      <div className="grid content-start gap-5">
        {done && (
          <p role="status" className="form-done">
            {done}
          </p>
        )}
        {children}
      </div>
    </section>
  )
}

/** What opens when it is asked for: a form that most visits do not need. It works without a script. */
export function Fold({ title, open, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details open={open} className="fold">
      <summary className="btn btn-quiet">{title}</summary>
      <div className="grid gap-5 pt-5">{children}</div>
    </details>
  )
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** "Nov 21, 2026", the day in UTC. */
export const dayOf = (date: Date) => day.format(new Date(date))
