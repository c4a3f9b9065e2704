import { href } from 'react-router'
import { PageOwner } from '../../../../ui/user-id-field/user-id-field.tsx'
import { SettingsSection } from '../../accounts/ui/settings-section.tsx'
import type { ListedSession } from '../../identity.contract.ts'

const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

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
      title="Where you are signed in"
      lede={
        limited
          ? 'Because Limit Data Collection is on, devices are listed without names or times. If you see more sessions than you have devices, sign out everywhere else and change your password.'
          : 'If you don’t recognize a device, sign it out and change your password.'
      }
    >
      <ul className="grid gap-3">
        {sessions.map((session, index) => (
          <OneSession
            key={session.id}
            {...session}
            name={session.device || `Device ${index + 1}, no name is kept`}
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <form method="post" action={href('/dashboard/settings')}>
          <PageOwner />
          <button type="submit" name="intent" value="end-others" className="btn btn-quiet">
            Sign out everywhere else
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
          {name} {current && <span className="badge plan-yours">This device</span>}
        </span>
        {last_seen_at && (
          <span className="block text-muted">Last seen {when.format(new Date(last_seen_at))} UTC</span>
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
            aria-label={`Sign out ${name}`}
          >
            Sign out
          </button>
        </form>
      )}
    </li>
  )
}
