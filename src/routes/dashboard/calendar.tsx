import { data, href, Link, redirect } from 'react-router'
import { Calendar } from '../../domains/connections/calendar/ui/calendar.tsx'
import { OnThisDaySwitch } from '../../domains/connections/calendar/ui/on-this-day.tsx'
import { JournalGate } from '../../domains/connections/lock/ui/journal-gate.tsx'
import * as connectionMessages from '../../domains/connections/messages.en.yaml'
import { savePreferences } from '../../domains/connections/preferences.writes.server.ts'
import { useJournalPreferences } from '../../domains/connections/ui/journal-preferences.ts'
import { loggable } from '../../platform/log.server.ts'
import { isAccountDeletedError } from '../../platform/owner.ts'
import { platformContext, signedInOwner } from '../request-context.ts'
import type { Route } from './+types/calendar.ts'
import * as messages from './messages.en.yaml'

export { ErrorPage as ErrorBoundary } from './error-page.tsx'

export const meta = () => [{ title: connectionMessages.calendar() }, { name: 'robots', content: 'noindex' }]

/** It only hides or shows, so it is open to restricted users. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext)
  const choice = (await request.formData()).get('on_this_day')
  const failure = { problem: connectionMessages.onThisDayFailed() }
  if (choice !== 'on' && choice !== 'off') return data(failure, 400)
  try {
    await savePreferences(platform.database, signedInOwner(context), { on_this_day: choice === 'on' })
  } catch (thrown) {
    if (isAccountDeletedError(thrown)) throw thrown
    platform.log.error('a preference failed', { error: loggable(thrown) })
    return data(failure, 503)
  }
  return redirect(href('/dashboard/connections/calendar'))
}

export default function CalendarPage({ actionData }: Route.ComponentProps) {
  const { on_this_day } = useJournalPreferences()
  const needsScript = connectionMessages.calendarNeedsScript({
    list: (text) => <Link to={href('/dashboard/connections')}>{text}</Link>,
  })
  return (
    <>
      <JournalGate data={null}>
        {() => (
          <>
            <p className="no-print">
              <Link to={href('/dashboard/connections')}>{messages.backToConnections()}</Link>
            </p>
            <h1 className="mt-3">{connectionMessages.calendar()}</h1>
            <p className="mt-3 max-w-prose text-muted">{connectionMessages.calendarLede()}</p>
            <noscript>
              <p className="note mt-6">{needsScript}</p>
            </noscript>
            <p className="note if-plain mt-6">{needsScript}</p>
            <div className="needs-react mt-6">
              <Calendar onThisDay={on_this_day} />
            </div>
          </>
        )}
      </JournalGate>
      <div className="mt-8">
        <OnThisDaySwitch on={on_this_day} problem={actionData?.problem} />
      </div>
    </>
  )
}
