import { useEffect, useState, useSyncExternalStore } from 'react'
import { href, Link, redirect, useLocation } from 'react-router'
import type { ActivityEvent } from '../../domains/account/activity.contract.ts'
import { readActivity } from '../../domains/account/activity.reads.server.ts'
import { daysActive } from '../../domains/account/activity.rules.ts'
import { Overview } from '../../domains/account/ui/overview.tsx'
import { countDrafts } from '../../domains/connections/drafts/drafts.reads.server.ts'
import * as connectionMessages from '../../domains/connections/messages.en.yaml'
import { saveBySlug } from '../../domains/favorites/favorites.writes.server.ts'
import { chooseTermOfTheDay } from '../../domains/glossary/terms.writes.server.ts'
import { TermOfTheDay } from '../../domains/glossary/ui/term-of-the-day.tsx'
import { readProfile } from '../../domains/identity/accounts/profile.reads.server.ts'
import { SuccessNote } from '../../domains/identity/accounts/ui/settings-section.tsx'
import { parseIntent } from '../../domains/identity/identity.contract.ts'
import { safeModeMessage } from '../../domains/identity/sessions/safe-mode.rules.ts'
import { SafeModeOffer } from '../../domains/identity/sessions/ui/safe-mode-offer.tsx'
import { toUtcDate } from '../../platform/clock.ts'
import { intentProof } from '../../platform/crypto.server.ts'
import { platformContext, signedInOwner, signedInSession, visitorContext } from '../request-context.ts'
import { withRetries } from '../with-retries.ts'
import type { Route } from './+types/home.ts'
import * as messages from './messages.en.yaml'
import { useNamedActivity } from './use-named-activity.ts'

export { ErrorPage as ErrorBoundary } from './error-page.tsx'

// Neutral: others may see it (safety point 12).
export const meta = () => [{ title: messages.home() }, { name: 'robots', content: 'noindex' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  const { database, clock, log } = platform
  const owner = signedInOwner(context)
  const savedTermName = await runPendingIntent(request, context)
  const [today, activity, profile, drafts] = await Promise.all([
    withRetries(log, () => chooseTermOfTheDay(database, toUtcDate(clock.now()))),
    withRetries(log, () => readActivity(platform, owner)),
    withRetries(log, () => readProfile(database, owner)),
    withRetries(log, () => countDrafts(database, owner)),
  ])
  const { safe_mode } = signedInSession(context)
  const name = profile?.username ?? profile?.first_name
  return { today, activity, name, savedTermName, safe_mode, drafts: drafts ?? 0 }
}

/**
 * Runs the intent from before sign-in; returns the saved term's name. CSRF: needs the sign-in's proof or same
 * origin.
 */
async function runPendingIntent(
  request: Request,
  context: Route.LoaderArgs['context'],
): Promise<string | undefined> {
  const query = new URL(request.url).searchParams
  const wanted = parseIntent(query.get('save'), query.get('journal'))
  if (!wanted) return undefined
  if ('journal' in wanted)
    throw redirect(`${href('/dashboard/connections/new')}?${new URLSearchParams(wanted)}`)
  const isSameOrigin = request.headers.get('Sec-Fetch-Site') === 'same-origin'
  const { token } = context.get(visitorContext)
  if (!isSameOrigin && !(token && query.get('proof') === intentProof(token, wanted.save))) return undefined
  const platform = context.get(platformContext)
  const saved = await withRetries(platform.log, () =>
    saveBySlug(platform, signedInOwner(context), wanted.save),
  )
  return saved && 'saved_term' in saved ? saved.saved_term.term.term_name : undefined
}

export default function DashboardHome({ loaderData }: Route.ComponentProps) {
  const { today, name, savedTermName, safe_mode, drafts } = loaderData
  const activity = useNamedActivity(loaderData.activity)
  // A reload must not run the intent again.
  const { pathname, search } = useLocation()
  const [safeModeNote] = useState(() => safeModeMessage(search, safe_mode === true))
  useEffect(() => {
    if (search) history.replaceState(history.state, '', pathname)
  }, [pathname, search])
  return (
    <div className="grid gap-8">
      <h1>{name ? messages.welcomeBack({ name }) : messages.welcomeBackUnnamed()}</h1>
      {savedTermName && (
        <p role="status" className="form-done">
          {messages.savedToFavorites({ term: savedTermName })}
        </p>
      )}
      <SuccessNote>{safeModeNote}</SuccessNote>
      {safe_mode === null && <SafeModeOffer />}
      {drafts > 0 && (
        <p className="note">
          <Link to={`${href('/dashboard/connections')}#drafts`}>
            {connectionMessages.unfinishedDrafts({ count: drafts })}
          </Link>
        </p>
      )}
      <Overview
        activity={activity}
        daysActive={<DaysActive times={activity?.times ?? []} />}
        base={href('/dashboard')}
        hrefOf={hrefOf}
        actions={
          <>
            <Link to={href('/dashboard/connections/new')} className="btn">
              {messages.writeNewConnection()}
            </Link>
            <Link to={href('/dashboard/glossary')} className="btn btn-quiet">
              {messages.exploreNewTerms()}
            </Link>
            <Link to={href('/dashboard/favorites')} className="btn btn-quiet">
              {messages.reviewFavorites()}
            </Link>
          </>
        }
      />
      <TermOfTheDay term={today} base={href('/dashboard/glossary')} />
    </div>
  )
}

function hrefOf(event: ActivityEvent): string | undefined {
  if (event.kind === 'connection') return href('/dashboard/connections/:id', { id: event.id })
  return event.retired ? undefined : href('/dashboard/glossary/:slug', { slug: event.slug })
}

const noSubscription = () => () => {}

/** Counts in the browser's time zone. */
function DaysActive({ times }: { times: string[] }) {
  return useSyncExternalStore(
    noSubscription,
    () => daysActive(times),
    () => daysActive(times, 'UTC'),
  )
}
