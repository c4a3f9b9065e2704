import { useState } from 'react'
import { ComingSoon, ComingSoonSwitch, Switch } from './switch.tsx'
import { SwitchForm } from './switch-form.tsx'

function Switches() {
  const [isOn, setOn] = useState(true)
  return (
    <div className="grid gap-4">
      <div className="switch-row">
        <span id="switch-on">A switch that is {isOn ? 'on' : 'off'}</span>
        <Switch on={isOn} type="button" labelledBy="switch-on" onClick={() => setOn(!isOn)} />
      </div>
      <div className="switch-row">
        <span id="switch-off">
          A switch that is off, with a name that takes more than one line on a phone
        </span>
        <Switch on={false} type="button" labelledBy="switch-off" />
      </div>
      <div className="switch-row">
        <span id="switch-busy">A switch that is saving</span>
        <Switch on type="button" labelledBy="switch-busy" aria-disabled="true" />
      </div>
      <div className="settings-row-wide">
        <span id="switch-soon">A switch of a planned feature</span>
        <div className="switch-with-reason">
          <ComingSoonSwitch id="switch-why" labelledBy="switch-soon" />
        </div>
      </div>
    </div>
  )
}

export const examples = {
  'On, off, busy and planned': Switches,
  'A form with its text': () => (
    <SwitchForm
      id="switch-form"
      title="Show the calendar"
      text="It is on. This sentence says what that means, and takes more than one line on a phone."
      action=""
      name="calendar"
      on
    />
  ),
  'A mark of what is planned': () => <ComingSoon id="planned" />,
}
