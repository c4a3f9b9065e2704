import { href } from 'react-router'
import { Form } from '../../ui/account-forms.tsx'

type PendingEmailProps = { email: string | null; pendingEmail: string }

export function PendingEmail({ email, pendingEmail }: PendingEmailProps) {
  return (
    <section className="grid justify-items-start gap-3" aria-labelledby="pending-email-title">
      <h3 id="pending-email-title">Waiting for confirmation</h3>
      <p>
        Someone signed in to this account asked to change its email address to{' '}
        <strong className="wrap-anywhere">{pendingEmail}</strong>.{' '}
        {email
          ? 'Nothing changes until the links in both emails are opened, within an hour.'
          : 'Nothing changes until the link in the email is opened, within an hour.'}{' '}
        If that wasn’t you, cancel it and change your password.
      </p>
      <Form address={href('/dashboard/settings')} submit="Cancel this change">
        <input type="hidden" name="intent" value="keep-email" />
      </Form>
    </section>
  )
}
