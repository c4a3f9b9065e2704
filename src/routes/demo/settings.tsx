import { BetaLab, Notifications } from '../../domains/account/ui/coming-soon-settings.tsx'
import { PlanTiles } from '../../domains/account/ui/plan-tiles.tsx'
import { SettingsGroup } from '../../domains/identity/accounts/ui/settings-group.tsx'
import { DisabledButton } from '../../ui/disabled-button/disabled-button.tsx'
import { ComingSoonSwitch } from '../../ui/switch/switch.tsx'
import * as messages from './messages.en.yaml'

export const meta = () => [{ title: messages.settings() }, { name: 'robots', content: 'noindex' }]

/** RFC 2606 reserves example.com. */
const profile = () => [
  { name: messages.username(), value: messages.user() },
  { name: messages.name(), value: messages.sampleName() },
  { name: messages.email(), value: 'you@example.com', type: 'email' },
  { name: messages.password(), value: 'placeholder', type: 'password' },
]

/** Specification point 2. Imports no account code. */
export default function DemoSettings() {
  return (
    <div className="grid gap-12">
      <h1>{messages.settings()}</h1>
      <SettingsGroup id="profile" title={messages.profile()}>
        {profile().map((field) => (
          <DisabledField key={field.name} {...field} />
        ))}
      </SettingsGroup>
      <SettingsGroup id="privacy" title={messages.privacy()}>
        <div className="settings-row-wide">
          <h3 id="limit-data-title">{messages.limitData()}</h3>
          <div className="switch-with-reason">
            <ComingSoonSwitch id="limit-data-soon" labelledBy="limit-data-title" />
          </div>
        </div>
      </SettingsGroup>
      <SettingsGroup id="notifications" title={messages.notifications()}>
        <Notifications />
      </SettingsGroup>
      <SettingsGroup id="beta" title={messages.betaLab()}>
        <BetaLab />
      </SettingsGroup>
      <SettingsGroup id="plans" title={messages.subscriptionOptions()}>
        <PlanTiles plan="starter" beta />
      </SettingsGroup>
      <SettingsGroup id="account" title={messages.accountManagement()}>
        <div className="settings-row-wide">
          <p className="max-w-prose">{messages.downloadLede()}</p>
          <DisabledButton className="btn btn-quiet" aria-label={messages.downloadData()}>
            {messages.download()}
          </DisabledButton>
        </div>
        <div className="settings-row-wide">
          <p className="max-w-prose">{messages.deleteLede()}</p>
          <DisabledButton className="btn btn-quiet" aria-label={messages.deleteAccount()}>
            {messages.delete()}
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
        {messages.edit({ name, field: (text) => <span className="visually-hidden">{text}</span> })}
      </DisabledButton>
    </div>
  )
}
