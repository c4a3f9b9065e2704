import { BetaLab, Notifications } from '../../domains/account/ui/coming-soon-settings.tsx'
import { PlanTiles } from '../../domains/account/ui/plan-tiles.tsx'
import { SettingsGroup } from '../../domains/identity/accounts/ui/settings-group.tsx'
import { DisabledButton } from '../../ui/disabled-button/disabled-button.tsx'
import { ComingSoonSwitch } from '../../ui/switch/switch.tsx'

export const meta = () => [{ title: 'Settings' }, { name: 'robots', content: 'noindex' }]

/** RFC 2606 reserves example.com. */
const profile = [
  { name: 'Username', value: 'Username' },
  { name: 'Name', value: 'Your name' },
  { name: 'Email', value: 'you@example.com', type: 'email' },
  { name: 'Password', value: 'placeholder', type: 'password' },
]

/** Specification point 2. Imports no account code. */
export default function DemoSettings() {
  return (
    <div className="grid gap-12">
      <h1>Settings</h1>
      <SettingsGroup id="profile" title="Profile">
        {profile.map((field) => (
          <DisabledField key={field.name} {...field} />
        ))}
      </SettingsGroup>
      <SettingsGroup id="privacy" title="Privacy & Security">
        <div className="settings-row-wide">
          <h3 id="limit-data-title">Limit Data Collection</h3>
          <div className="switch-with-reason">
            <ComingSoonSwitch id="limit-data-soon" labelledBy="limit-data-title" />
          </div>
        </div>
      </SettingsGroup>
      <SettingsGroup id="notifications" title="Notifications">
        <Notifications />
      </SettingsGroup>
      <SettingsGroup id="beta" title="Beta Lab">
        <BetaLab />
      </SettingsGroup>
      <SettingsGroup id="plans" title="Subscription Options">
        <PlanTiles plan="starter" beta />
      </SettingsGroup>
      <SettingsGroup id="account" title="Account Management">
        <div className="settings-row-wide">
          <p className="max-w-prose">
            Download all data including favorites, connections and account information
          </p>
          <DisabledButton className="btn btn-quiet" aria-label="Download My Data">
            Download
          </DisabledButton>
        </div>
        <div className="settings-row-wide">
          <p className="max-w-prose">Delete Account: This removes all data and it cannot be retrieved</p>
          <DisabledButton className="btn btn-quiet" aria-label="Delete Account">
            Delete
          </DisabledButton>
        </div>
      </SettingsGroup>
    </div>
  )
}

function DisabledField({ name, value, type = 'text' }: { name: string; value: string; type?: string }) {
  return (
    <div className="settings-row-wide">
      <label className="demo-fact">
        <span className="strong">{name}</span>
        <input type={type} className="field" value={value} disabled />
      </label>
      <DisabledButton className="btn btn-quiet">
        Edit<span className="visually-hidden"> {name}</span>
      </DisabledButton>
    </div>
  )
}
