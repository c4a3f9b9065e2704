import { href, Link } from 'react-router'
import type { LockState } from '../lock.contract.ts'
import * as messages from '../messages.en.yaml'

/** In Settings: the state in one line, and the way to the page. */
export function LockSettings({ states }: { states: readonly LockState[] }) {
  const [sentence, label] = stateOf(states)
  return (
    <section className="settings-row" aria-labelledby="lock-title">
      <div className="grid content-start gap-2">
        <h3 id="lock-title">{messages.settingsTitle()}</h3>
        <p className="text-muted">{messages.settingsLede()}</p>
      </div>
      <div className="grid content-start justify-items-start gap-5 min-w-0">
        <p>{sentence}</p>
        {states.includes('set_aside') && <p>{messages.settingsSetAside()}</p>}
        <Link to={href('/dashboard/connections/lock')} className="btn btn-quiet">
          {label}
        </Link>
        <p className="text-muted">{messages.settingsSees()}</p>
      </div>
    </section>
  )
}

function stateOf(states: readonly LockState[]): [string, string] {
  if (states.includes('locking')) return [messages.settingsLocking(), messages.settingsContinue()]
  if (states.includes('unlocking')) return [messages.settingsUnlocking(), messages.settingsContinue()]
  if (states.includes('locked')) return [messages.settingsLocked(), messages.settingsManage()]
  return [messages.settingsOff(), messages.settingsSetUp()]
}
