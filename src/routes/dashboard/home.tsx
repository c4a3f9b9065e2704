import { BookOpen, Heart, type LucideIcon, NotebookPen, Shapes, Sun } from 'lucide-react'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { Link, redirect } from 'react-router'
import type { ActivityEvent } from '../../domains/account/activity/contract.ts'
import { readActivity } from '../../domains/account/activity/reads.server.ts'
import { daysActive } from '../../domains/account/activity/rules.ts'
import { saveBySlug } from '../../domains/favorites/writes.server.ts'
import { TermOfTheDay } from '../../domains/glossary/ui/term-of-the-day.tsx'
import { chooseTermOfTheDay } from '../../domains/glossary/writes.server.ts'
import { readProfile } from '../../domains/identity/profile/reads.server.ts'
import { hasJustSignedIn, wantedOf } from '../../domains/identity/rules.ts'
import { utcDay } from '../../platform/clock.ts'
import { Day } from '../../ui/day/day.tsx'
import { platformContext, signedInOwner } from '../context.ts'
import { orUndefined } from '../retry.ts'
import type { Route } from './+types/home.ts'

// A neutral title: the tab and the history may be seen by somebody else.
export const meta: Route.MetaFunction = () => [{ title: 'Home' }, { name: 'robots', content: 'noindex' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const { database, clock, log } = platform
  const owner = signedInOwner(context)
  const kept = await fulfil(request, context)
  const [today, activity, profile] = await Promise.all([
    orUndefined(log, () => chooseTermOfTheDay(database, utcDay(clock.now()))),
    orUndefined(log, () => readActivity(platform, owner)),
    orUndefined(log, () => readProfile(database, owner)),
  ])
  return { today, activity, name: profile?.username ?? profile?.first_name ?? 'there', kept }
}

/**
 * What was meant before sign-in is done now (specification point 2, "Sign-up / sign-in modal"). Only for who has just signed in,
 * or comes by a heart of our own pages: another site's link changes nothing here.
 *
 * @returns the name of the term that was saved
 */
async function fulfil(request: Request, context: Route.LoaderArgs['context']): Promise<string | undefined> {
  const query = new URL(request.url).searchParams
  const wanted = wantedOf(query.get('save'), query.get('journal'))
  if (!wanted) return undefined
  if ('journal' in wanted) throw redirect(`/dashboard/connections/new?${new URLSearchParams(wanted)}`)
  const ours = request.headers.get('Sec-Fetch-Site') === 'same-origin'
  if (!ours && !hasJustSignedIn(request.headers.get('Cookie'))) return undefined
  const platform = context.get(platformContext)
  const saved = await orUndefined(platform.log, () =>
    saveBySlug(platform, signedInOwner(context), wanted.save),
  )
  return saved && 'saved_term' in saved ? saved.saved_term.term.term_name : undefined
}

export default function DashboardHome({ loaderData: { today, activity, name, kept } }: Route.ComponentProps) {
  // It is done: a reload shall not ask for it again.
  useEffect(() => {
    if (location.search) history.replaceState(history.state, '', location.pathname)
  }, [])
  return (
    <div className="grid gap-8">
      <h1>Welcome back, {name}</h1>
      {kept && (
        <p role="status" className="form-done">
          {kept} has been saved to your favorites.
        </p>
      )}
      <div className="counts">
        <Stat icon={Heart} to="/dashboard/favorites" name="Favorite Terms">
          {activity?.saved_terms ?? '…'}
        </Stat>
        <Stat icon={NotebookPen} to="/dashboard/connections" name="Connections">
          {activity?.connections ?? '…'}
        </Stat>
        <Stat icon={Sun} name="Days Active">
          {activity ? <DaysActive times={activity.times} /> : '…'}
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
                <Event event={event} />
                <p className="text-muted">
                  <Day time={event.at} withTime />
                </p>
              </li>
            ))}
          </ul>
        </section>
        <section className="card grid content-start justify-items-start gap-4" aria-labelledby="actions">
          <h2 id="actions">Quick Actions</h2>
          <Link to="/dashboard/connections/new" className="btn">
            Write New Connection
          </Link>
          <Link to="/dashboard/glossary" className="btn btn-quiet">
            Explore New Terms
          </Link>
          <Link to="/dashboard/favorites" className="btn btn-quiet">
            Review Favorites
          </Link>
        </section>
      </div>
      <TermOfTheDay term={today} base="/dashboard/glossary" />
    </div>
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

const never = () => () => {}

/** By the reader's own calendar: the server, which does not know it, counts in UTC. */
function DaysActive({ times }: { times: string[] }) {
  return useSyncExternalStore(
    never,
    () => daysActive(times),
    () => daysActive(times, 'UTC'),
  )
}

function Event({ event }: { event: ActivityEvent }) {
  if (event.kind === 'connection') {
    return (
      <p>
        You wrote{' '}
        <Link to={`/dashboard/connections/${event.id}`}>
          {event.term_name ? `a Connection about ${event.term_name}` : 'a Connection'}
        </Link>
      </p>
    )
  }
  const { term_name, slug, retired } = event
  return <p>You saved {retired ? term_name : <Link to={`/dashboard/glossary/${slug}`}>{term_name}</Link>}</p>
}
