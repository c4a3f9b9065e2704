import { Form } from '../../ui/account-forms.tsx'
import type { OfferedProvider } from '../providers.contract.ts'
import { consentPath } from '../providers.rules.ts'

/** `email`: of the account that would be linked. */
export function LinkConsent(props: { provider: OfferedProvider; ticket: string; email: string | null }) {
  const { label } = props.provider
  return (
    <>
      <h1>Was this you?</h1>
      <p>
        Someone who is signed in here as <strong>{props.email ?? 'a person without an address'}</strong> asked
        to link your {label} account. It would open that account from now on, and no other.
      </p>
      <p>
        If the account is your own, and you asked a moment ago, press the button. If not, close this page:
        nothing was changed, and nothing will be.
      </p>
      <Form address={consentPath} submit={`Link ${label}`}>
        <input type="hidden" name="ticket" value={props.ticket} />
      </Form>
    </>
  )
}

/** For a used or expired ticket. */
export function ConsentGone() {
  return (
    <>
      <h1>This was finished, or is too old</h1>
      <p>Nothing was changed now. You can begin again in your app.</p>
    </>
  )
}
