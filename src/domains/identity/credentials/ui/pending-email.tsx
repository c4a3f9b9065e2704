import { href } from 'react-router'
import { Form } from '../../ui/account-forms.tsx'
import * as messages from '../messages.en.yaml'

type PendingEmailProps = { email: string | null; pendingEmail: string }

export function PendingEmail({ email, pendingEmail }: PendingEmailProps) {
  return (
    <section className="grid justify-items-start gap-3" aria-labelledby="pending-email-title">
      <h3 id="pending-email-title">{messages.pendingTitle()}</h3>
      <p>
        {messages.pending({
          email: pendingEmail,
          emails: email ? 'both' : 'new',
          strong: (text) => <strong className="wrap-anywhere">{text}</strong>,
        })}
      </p>
      <Form address={href('/dashboard/settings')} submit={messages.cancelChange()}>
        <input type="hidden" name="intent" value="keep-email" />
      </Form>
    </section>
  )
}
