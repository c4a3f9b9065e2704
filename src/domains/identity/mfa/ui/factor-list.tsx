import { href } from 'react-router'
import { PageOwner } from '../../../../ui/user-id-field/user-id-field.tsx'
import { formatDate } from '../../accounts/ui/settings-section.tsx'
import type { ListedFactor } from '../factors.contract.ts'

const unnamed = { totp: 'Authenticator app', webauthn: 'Passkey', phone: 'Telephone' } as const

/** Removing needs confirmation: a mistake could lock the user out. */
export function FactorList({ factors }: { factors: ListedFactor[] }) {
  if (factors.length === 0) return null
  return (
    <ul className="grid gap-3">
      {factors.map(({ id, factor_type, friendly_name, created_at, last_challenged_at }) => {
        const name = friendly_name ?? unnamed[factor_type]
        return (
          <li key={id} className="card grid gap-3">
            <span>
              <span className="strong wrap-anywhere">{name}</span>
              <span className="block text-muted">
                Added {formatDate(created_at)}
                {last_challenged_at && `, last used ${formatDate(last_challenged_at)}`}
              </span>
            </span>
            <details className="fold">
              <summary className="btn btn-quiet" aria-label={`Remove ${name}`}>
                Remove
              </summary>
              <form
                method="post"
                action={href('/dashboard/settings')}
                className="grid justify-items-start gap-3 pt-4"
              >
                <PageOwner />
                <p>It opens nothing then. If it is your only one, your recovery codes go with it.</p>
                <input type="hidden" name="factor_id" value={id} />
                <button
                  type="submit"
                  name="intent"
                  value="remove-factor"
                  className="btn"
                  aria-label={`Yes, remove ${name}`}
                >
                  Yes, remove it
                </button>
              </form>
            </details>
          </li>
        )
      })}
    </ul>
  )
}
