import { Form } from '../../ui/account-forms.tsx'
import * as messages from '../messages.en.yaml'
import type { OfferedProvider } from '../providers.contract.ts'
import { consentPath } from '../providers.rules.ts'

/** `email`: of the account that would be linked. */
export function LinkConsent(props: { provider: OfferedProvider; ticket: string; email: string | null }) {
  const { label } = props.provider
  return (
    <>
      <h1>{messages.consentTitle()}</h1>
      <p>
        {messages.consentAsked({
          person: props.email ?? messages.noAddress(),
          provider: label,
          strong: (text) => <strong>{text}</strong>,
        })}
      </p>
      <p>{messages.consentCheck()}</p>
      <Form address={consentPath} submit={messages.link({ provider: label })}>
        <input type="hidden" name="ticket" value={props.ticket} />
      </Form>
    </>
  )
}

/** For a used or expired ticket. */
export function ConsentGone() {
  return (
    <>
      <h1>{messages.consentGoneTitle()}</h1>
      <p>{messages.consentGone()}</p>
    </>
  )
}
