import { PageOwner } from '../../../../ui/user-id-field/user-id-field.tsx'
import { SettingsSection } from '../../accounts/ui/settings-section.tsx'
import * as messages from '../messages.en.yaml'
import type { LinkedIdentity, OfferedProvider } from '../providers.contract.ts'
import { startPath } from '../providers.rules.ts'

export function LinkedAccounts({
  linked,
  providers,
  closed,
}: {
  linked: LinkedIdentity[]
  providers: OfferedProvider[]
  /** Why no provider can be added. */
  closed?: string | undefined
}) {
  if (linked.length === 0 && providers.length === 0) return null
  const labelOf = (key: string) => providers.find((provider) => provider.key === key)?.label ?? key
  const free = providers.filter(({ key }) => !linked.some(({ provider }) => provider === key))
  return (
    <SettingsSection id="linked" title={messages.linkedTitle()} lede={messages.linkedLede()}>
      {linked.length > 0 && (
        <ul className="grid gap-3">
          {linked.map(({ id, provider, email }) => (
            <li key={id} className="card flex flex-wrap items-center justify-between gap-3">
              <span>
                {labelOf(provider)}
                {email && <span className="block text-muted">{email}</span>}
              </span>
              <form method="post" action={startPath(provider)}>
                <PageOwner />
                <input type="hidden" name="identity_id" value={id} />
                <button
                  type="submit"
                  name="intent"
                  value="unlink"
                  className="btn btn-quiet"
                  aria-label={
                    email
                      ? messages.unlinkAddress({ provider: labelOf(provider), email })
                      : messages.unlinkProvider({ provider: labelOf(provider) })
                  }
                >
                  {messages.unlink()}
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
      {free.length > 0 && closed && <p>{closed}</p>}
      {(closed ? [] : free).map(({ key, label }) => (
        <form key={key} method="post" action={startPath(key)}>
          <PageOwner />
          <button type="submit" name="intent" value="link" className="btn btn-quiet">
            {messages.link({ provider: label })}
          </button>
        </form>
      ))}
    </SettingsSection>
  )
}
