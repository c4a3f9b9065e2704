import { href, Link } from 'react-router'
import { JournalGate } from '../../domains/connections/lock/ui/journal-gate.tsx'
import * as connectionMessages from '../../domains/connections/messages.en.yaml'
import { TagList } from '../../domains/connections/tags/ui/tag-list.tsx'
import { useJournalPreferences } from '../../domains/connections/ui/journal-preferences.ts'
import { JournalUnavailable } from '../../domains/connections/ui/journal-unavailable.tsx'
import type { Route } from './+types/tags.ts'
import * as messages from './messages.en.yaml'
import { useJournalAccessError } from './use-journal-access.ts'

export { ErrorPage as ErrorBoundary } from './error-page.tsx'

export const meta: Route.MetaFunction = () => [
  { title: connectionMessages.tagsTitle() },
  { name: 'robots', content: 'noindex' },
]

/** Tags are encrypted with their Connections, so the browser lists and changes them. */
export default function Tags() {
  const { journal_tagging } = useJournalPreferences()
  const accessError = useJournalAccessError()
  const page = (
    <>
      <p>
        <Link to={href('/dashboard/connections')}>{messages.backToConnections()}</Link>
      </p>
      <h1 className="mt-3">{connectionMessages.tagsTitle()}</h1>
      {journal_tagging ? (
        <>
          <p className="mt-3 max-w-prose text-muted">{connectionMessages.tagsLede()}</p>
          {accessError && (
            <div className="mt-6">
              <JournalUnavailable reason={accessError} />
            </div>
          )}
          <noscript>
            <p className="mt-6">{connectionMessages.tagsNeedScripts()}</p>
          </noscript>
          <div className="needs-react mt-6">
            <TagList readOnly={accessError !== undefined} />
          </div>
        </>
      ) : (
        <p className="mt-3 max-w-prose">
          {connectionMessages.tagsOff({
            settings: (text) => <Link to={`${href('/dashboard/settings')}#tagging-title`}>{text}</Link>,
          })}
        </p>
      )}
    </>
  )
  return journal_tagging ? <JournalGate data={null}>{() => page}</JournalGate> : page
}
