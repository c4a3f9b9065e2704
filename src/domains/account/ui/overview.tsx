import { BookOpen, Heart, type LucideIcon, NotebookPen, Shapes, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LocalDate } from '../../../ui/local-date/local-date.tsx'
import type { Activity, ActivityEvent } from '../activity.contract.ts'

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
        <Stat icon={Heart} to={`${base}/favorites`} name="Favorite Terms">
          {activity?.saved_terms ?? '…'}
        </Stat>
        <Stat icon={NotebookPen} to={`${base}/connections`} name="Connections">
          {activity?.connections ?? '…'}
        </Stat>
        <Stat icon={Sun} name="Days Active">
          {activity ? daysActive : '…'}
        </Stat>
        <Stat icon={Shapes} name="Patterns">
          <span className="patterns" aria-hidden="true">
            <BookOpen className="icon" />
            <Heart className="icon" />
            <NotebookPen className="icon" />
          </span>
        </Stat>
      </div>
      <div className="home-columns">
        <section className="card grid content-start gap-5" aria-labelledby="activity">
          <h2 id="activity">Recent Activity</h2>
          {!activity && <p>Your activity could not be read just now. Please try again in a moment.</p>}
          {activity?.latest.length === 0 && (
            <p>Nothing yet, and that is fine. What you save and write will be listed here, for you alone.</p>
          )}
          <ul className="grid gap-4">
            {activity?.latest.map((event) => (
              <li key={event.at}>
                <p>
                  {event.kind === 'connection' ? 'You wrote ' : 'You saved '}
                  <EventLink event={event} href={hrefOf(event)} />
                </p>
                <p className="text-muted">
                  <LocalDate time={event.at} withTime />
                </p>
              </li>
            ))}
          </ul>
        </section>
        <section className="card grid content-start justify-items-start gap-4" aria-labelledby="actions">
          <h2 id="actions">Quick Actions</h2>
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

function EventLink({ event, href }: { event: ActivityEvent; href: string | undefined }) {
  const connection = event.term_name ? `a Connection about ${event.term_name}` : 'a Connection'
  const name = event.kind === 'connection' ? connection : event.term_name
  return href ? <Link to={href}>{name}</Link> : name
}
