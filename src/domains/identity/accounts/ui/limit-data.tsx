import { href } from 'react-router'
import { SwitchForm } from '../../../../ui/switch/switch-form.tsx'
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
      <SwitchForm
        id="limit-data-title"
        title={messages.limitData()}
        text={on ? messages.limitDataOn() : messages.limitDataOff()}
        action={`${href('/dashboard/settings')}#limit-data-title`}
        intent="limit-data"
        name="limit_data"
        on={on}
      />
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
