import type { ListedSession } from '../contract.ts'
import { SettingsSection } from './settings-section.tsx'

const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** Where a person is signed in: the device and when it was last seen. No address and no place: neither is kept. */
export function SessionList({ sessions }: { sessions: ListedSession[] }) {
  return (
    <SettingsSection
      id="sessions"
      title="Where you are signed in"
      lede="If you do not know one of these devices, sign it out and change your password."
    >
      <ul className="grid gap-3">
        {sessions.map(({ id, device, last_seen_at, current }) => (
          <li key={id} className="card flex flex-wrap items-center justify-between gap-3">
            <span>
              {device}
              {current && <span className="badge ml-2">This device</span>}
              <span className="block text-muted">Last seen {when.format(new Date(last_seen_at))} UTC</span>
            </span>
            {!current && (
              <form method="post" action="/dashboard/settings">
                <input type="hidden" name="session_id" value={id} />
                <button
                  type="submit"
                  name="deed"
                  value="end"
                  className="btn btn-quiet"
                  aria-label={`Sign out ${device}`}
                >
                  Sign out
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <form method="post" action="/dashboard/settings">
          <button type="submit" name="deed" value="end-others" className="btn btn-quiet">
            Sign out everywhere else
          </button>
        </form>
      )}
    </SettingsSection>
  )
}
