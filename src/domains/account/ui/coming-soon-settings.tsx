import { use } from 'react'
import { DisabledReason } from '../../../ui/disabled-button/disabled-button.tsx'
import { ComingSoon, ComingSoonSwitch } from '../../../ui/switch/switch.tsx'

export function Notifications() {
  return (
    <div className="settings-row-wide">
      <h3 id="reminders-title">Daily Connection reminders</h3>
      <div className="switch-with-reason">
        <ComingSoonSwitch id="reminders-soon" labelledBy="reminders-title" />
      </div>
    </div>
  )
}

export function BetaLab() {
  return (
    <>
      <div className="settings-row-wide">
        <div className="flex flex-wrap items-center gap-4">
          <button
            type="button"
            className="btn btn-quiet"
            aria-disabled="true"
            title={use(DisabledReason)}
            aria-describedby="submit-term-limit submit-term-soon"
          >
            Submit a Term
          </button>
          <p id="submit-term-limit" className="text-muted">
            limit 2 per day
          </p>
        </div>
        <ComingSoon id="submit-term-soon" />
      </div>
      <div className="settings-row-wide">
        <h3 id="tagging-title">Turn on Journal Tagging</h3>
        <div className="switch-with-reason">
          <ComingSoonSwitch id="tagging-soon" labelledBy="tagging-title" />
        </div>
      </div>
    </>
  )
}
