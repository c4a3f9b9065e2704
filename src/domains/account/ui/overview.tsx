import { BookOpen, Heart, type LucideIcon, NotebookPen, Shapes, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LocalDate } from '../../../ui/local-date/local-date.tsx'
import type { Activity, ActivityEvent } from '../activity.contract.ts'
import * as messages from '../messages.en.yaml'

type OverviewProps = {
  /** Undefined when loading failed. */
  activity: Pick<Activity, 'saved_terms' | 'connections' | 'latest'> | undefined
  daysActive: ReactNode
  base: string
  hrefOf: (event: ActivityEvent) => string | undefined
  actions: ReactNode
}

/** Specification point 2, "/dashboard". */
export function Overview({ activity, daysActive, base, hrefOf, actions }: OverviewProps) {
  return (
    <>
      <div className="counts">
        <Stat icon={Heart} to={`${base}/favorites`} name={messages.favoriteTerms()}>
          {activity?.saved_terms ?? '…'}
        </Stat>
        <Stat icon={NotebookPen} to={`${base}/connections`} name={messages.connections()}>
          {activity?.connections ?? '…'}
        </Stat>
        <Stat icon={Sun} name={messages.daysActive()}>
          {activity ? daysActive : '…'}
        </Stat>
        <Stat icon={Shapes} name={messages.patterns()}>
          <span className="patterns" aria-hidden="true">
            <BookOpen className="icon" />
            <Heart className="icon" />
            <NotebookPen className="icon" />
          </span>
        </Stat>
      </div>
      <div className="home-columns">
        <section className="card grid content-start gap-5" aria-labelledby="activity">
          <h2 id="activity">{messages.recentActivity()}</h2>
          {!activity && <p>{messages.activityFailed()}</p>}
          {activity?.latest.length === 0 && <p>{messages.noActivity()}</p>}
          <ul className="grid gap-4">
            {activity?.latest.map((event) => (
              <li key={'id' in event ? event.id : event.slug}>
                <p>{sentenceOf(event, hrefOf(event))}</p>
                <p className="text-muted">
                  {/* The server knows only the hour of what is locked. */}
                  <LocalDate time={event.at} withTime={!('locked' in event)} />
                </p>
              </li>
            ))}
          </ul>
        </section>
        <section className="card grid content-start justify-items-start gap-4" aria-labelledby="actions">
          <h2 id="actions">{messages.quickActions()}</h2>
          {actions}
        </section>
      </div>
    </>
  )
}

type StatProps = { icon: LucideIcon; name: string; to?: string; children: ReactNode }

function Stat({ icon: Icon, name, to, children }: StatProps) {
  const inner = (
    <>
      <span className="flex items-center gap-2">
        <Icon className="icon" aria-hidden="true" />
        {name}
      </span>
      <b>{children}</b>
    </>
  )
  return to ? <Link to={to}>{inner}</Link> : <div>{inner}</div>
}

function sentenceOf({ kind, term_name: term }: ActivityEvent, href: string | undefined): ReactNode {
  const link = (text: ReactNode) => (href ? <Link to={href}>{text}</Link> : text)
  if (!term) return messages.wrote({ link })
  return kind === 'connection' ? messages.wroteAbout({ term, link }) : messages.savedTerm({ term, link })
}
