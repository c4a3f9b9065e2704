import { href } from 'react-router'
import { PageOwner } from '../../../../ui/user-id-field/user-id-field.tsx'
import { formatDate } from '../../accounts/ui/settings-section.tsx'
import type { ListedFactor } from '../factors.contract.ts'
import * as messages from '../messages.en.yaml'

const unnamed = { totp: messages.authenticatorApp, webauthn: messages.passkey, phone: messages.telephone }

/** Removing needs confirmation: a mistake could lock the user out. */
export function FactorList({ factors }: { factors: ListedFactor[] }) {
  if (factors.length === 0) return null
  return (
    <ul className="grid gap-3">
      {factors.map(({ id, factor_type, friendly_name, created_at, last_challenged_at }) => {
        const name = friendly_name ?? unnamed[factor_type]()
        const date = formatDate(created_at)
        return (
          <li key={id} className="card grid gap-3">
            <span>
              <span className="strong wrap-anywhere">{name}</span>
              <span className="block text-muted">
                {last_challenged_at
                  ? messages.addedAndUsed({ date, used: formatDate(last_challenged_at) })
                  : messages.added({ date })}
              </span>
            </span>
            <details className="fold">
              <summary className="btn btn-quiet" aria-label={messages.removeNamed({ name })}>
                {messages.remove()}
              </summary>
              <form
                method="post"
                action={href('/dashboard/settings')}
                className="grid justify-items-start gap-3 pt-4"
              >
                <PageOwner />
                <p>{messages.removeWarning()}</p>
                <input type="hidden" name="factor_id" value={id} />
                <button
                  type="submit"
                  name="intent"
                  value="remove-factor"
                  className="btn"
                  aria-label={messages.confirmRemoveNamed({ name })}
                >
                  {messages.confirmRemove()}
                </button>
              </form>
            </details>
          </li>
        )
      })}
    </ul>
  )
}
