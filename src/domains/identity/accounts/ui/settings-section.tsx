import type { ReactNode } from 'react'
import { language } from '../../../../platform/language.ts'
import { initialFocus } from '../../../../ui/field/field.tsx'

type SettingsSectionProps = {
  id: string
  title: string
  lede?: ReactNode
  done?: string | undefined
  children: ReactNode
}

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

/** The reloaded page focuses it for screen readers. */
export function SuccessNote({ children }: { children: string | undefined }) {
  return (
    children && (
      <p role="status" tabIndex={-1} className="form-done" {...initialFocus}>
        {children}
      </p>
    )
  )
}

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

/** Works without a script. */
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

/** "Nov 21, 2026", in UTC. */
export const formatDate = (date: Date) =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date))
