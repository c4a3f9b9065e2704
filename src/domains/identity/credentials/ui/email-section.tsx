import { href } from 'react-router'
import { Field } from '../../../../ui/field/field.tsx'
import { Disclosure } from '../../accounts/ui/settings-section.tsx'
import { Form } from '../../ui/account-forms.tsx'

type EmailSectionProps = {
  email: string | null
  error?: string | undefined
  typed?: string | undefined
}

export function EmailSection({ email, error, typed }: EmailSectionProps) {
  return (
    <section className="grid justify-items-start gap-4" aria-labelledby="email-title">
      <h3 id="email-title">Email</h3>
      <p>
        {email ? (
          <>
            Your address is <strong className="wrap-anywhere">{email}</strong>. Use an inbox nobody else can
            open. To change it, we email both addresses, and the email to this one names the new one. When it
            changes, every other device is signed out.
          </>
        ) : (
          'Your account has no address yet. With one, you can get back in if you lose another way. Use an inbox nobody else can open.'
        )}
      </p>
      <Disclosure title={email ? 'Change email…' : 'Add email…'} open={error !== undefined}>
        <Form address={href('/dashboard/settings')} submit={email ? 'Change email' : 'Add email'}>
          <input type="hidden" name="intent" value="email" />
          <Field
            name="new_email"
            label={email ? 'New email' : 'Your email'}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={254}
            defaultValue={typed}
            error={error}
          />
        </Form>
      </Disclosure>
    </section>
  )
}
