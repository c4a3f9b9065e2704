import type { ReactNode } from 'react'
import { useDisabledReason } from '../../../ui/disabled-button/disabled-button.tsx'
import { ComingSoon, ComingSoonSwitch } from '../../../ui/switch/switch.tsx'
import * as messages from '../messages.en.yaml'

export function Notifications() {
  return (
    <div className="settings-row-wide">
      <h3 id="reminders-title">{messages.reminders()}</h3>
      <div className="switch-with-reason">
        <ComingSoonSwitch id="reminders-soon" labelledBy="reminders-title" />
      </div>
    </div>
  )
}

/** @param tagging its switch, where it works */
export function BetaLab({ tagging = <TaggingSoon /> }: { tagging?: ReactNode }) {
  const reason = useDisabledReason()
  return (
    <>
      <div className="settings-row-wide">
        <div className="flex flex-wrap items-center gap-4">
          <button
            type="button"
            className="btn btn-quiet"
            aria-disabled="true"
            title={reason}
            aria-describedby="submit-term-limit submit-term-soon"
          >
            {messages.submitTerm()}
          </button>
          <p id="submit-term-limit" className="text-muted">
            {messages.submitLimit()}
          </p>
        </div>
        <ComingSoon id="submit-term-soon" />
      </div>
      {tagging}
    </>
  )
}

const TaggingSoon = () => (
  <div className="settings-row-wide">
    <h3 id="tagging-title">{messages.tagging()}</h3>
    <div className="switch-with-reason">
      <ComingSoonSwitch id="tagging-soon" labelledBy="tagging-title" />
    </div>
  </div>
)
