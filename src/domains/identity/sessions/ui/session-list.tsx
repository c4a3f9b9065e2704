import { href } from 'react-router'
import { language } from '../../../../platform/language.ts'
import { PageOwner } from '../../../../ui/user-id-field/user-id-field.tsx'
import { SettingsSection } from '../../accounts/ui/settings-section.tsx'
import type { ListedSession } from '../../identity.contract.ts'
import * as messages from '../messages.en.yaml'

const timeFormat = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const
/** "Nov 21, 2026, 3:04 PM", in UTC. */
const formatTime = (time: Date) => new Intl.DateTimeFormat(language(), timeFormat).format(new Date(time))

type SessionListProps = {
  sessions: ListedSession[]
  /** No device names or times. */
  limited: boolean
}

/** No IP address or location: neither is stored. */
export function SessionList({ sessions, limited }: SessionListProps) {
  return (
    <SettingsSection
      id="sessions"
      title={messages.sessionsTitle()}
      lede={limited ? messages.sessionsLimited() : messages.sessionsLede()}
    >
      <ul className="grid gap-3">
        {sessions.map((session, index) => (
          <OneSession
            key={session.id}
            {...session}
            name={session.device || messages.namelessDevice({ number: index + 1 })}
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <form method="post" action={href('/dashboard/settings')}>
          <PageOwner />
          <button type="submit" name="intent" value="end-others" className="btn btn-quiet">
            {messages.endOthers()}
          </button>
        </form>
      )}
    </SettingsSection>
  )
}

function OneSession({ id, name, last_seen_at, current }: ListedSession & { name: string }) {
  return (
    <li className="card flex flex-wrap items-center justify-between gap-3">
      <span>
        <span className="flex flex-wrap items-center gap-x-2">
          {name} {current && <span className="badge plan-yours">{messages.thisDevice()}</span>}
        </span>
        {last_seen_at && (
          <span className="block text-muted">{messages.lastSeen({ time: formatTime(last_seen_at) })}</span>
        )}
      </span>
      {!current && (
        <form method="post" action={href('/dashboard/settings')}>
          <PageOwner />
          <input type="hidden" name="session_id" value={id} />
          <button
            type="submit"
            name="intent"
            value="end"
            className="btn btn-quiet"
            aria-label={messages.endSession({ device: name })}
          >
            {messages.end()}
          </button>
        </form>
      )}
    </li>
  )
}
