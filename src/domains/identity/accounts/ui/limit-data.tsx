import { href } from 'react-router'
import { Switch } from '../../../../ui/switch/switch.tsx'
import { PageOwner } from '../../../../ui/user-id-field/user-id-field.tsx'
import * as messages from '../messages.en.yaml'
import { SuccessNote, TwoColumns } from './settings-section.tsx'

const stops = [messages.stopsTimes, messages.stopsDevices, messages.stopsFactors, messages.stopsChanges]
const continues = [
  messages.continuesContent,
  messages.continuesSignIn,
  messages.continuesSessions,
  messages.continuesProtection,
  messages.continuesApps,
  messages.continuesSafeMode,
  messages.continuesOperator,
  messages.continuesDevices,
]

/** Specification point 2. */
export function LimitData({ on, done }: { on: boolean; done?: string | undefined }) {
  return (
    <section className="grid gap-5" aria-labelledby="limit-data-title">
      <SuccessNote>{done}</SuccessNote>
      <form method="post" action={`${href('/dashboard/settings')}#limit-data-title`} className="switch-row">
        <PageOwner />
        <h3 id="limit-data-title">{messages.limitData()}</h3>
        <input type="hidden" name="intent" value="limit-data" />
        <input type="hidden" name="limit_data" value={on ? 'off' : 'on'} />
        <Switch on={on} labelledBy="limit-data-title" describedBy="limit-data-says" />
      </form>
      <p id="limit-data-says" className="text-muted">
        {on ? messages.limitDataOn() : messages.limitDataOff()}
      </p>
      <TwoColumns
        of={{
          [messages.stops()]: stops.map((line) => line()),
          [messages.continues()]: continues.map((line) => line()),
        }}
      />
      <p>{messages.tradeOff()}</p>
    </section>
  )
}
