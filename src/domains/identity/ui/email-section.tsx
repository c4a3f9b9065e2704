import { Field } from '../../../ui/field/field.tsx'
import { Form } from './account-forms.tsx'
import { Fold } from './settings-section.tsx'

type EmailSectionProps = {
  email: string | null
  error?: string | undefined
  typed?: string | undefined
}

/** The address of the account, and the wish for another, or for a first one. */
export function EmailSection({ email, error, typed }: EmailSectionProps) {
  return (
    <section className="grid justify-items-start gap-4" aria-labelledby="email-title">
      <h3 id="email-title">E-mail</h3>
      <p>
        {email ? (
          <>
            Your address is <strong className="wrap-anywhere">{email}</strong>. Use an inbox nobody else can
            open. To change it, we email both addresses, and the email to this one names the new one. When it
            changes, every other device is signed out.
          </>
        ) : (
          'Your account has no address yet. With one, there is a way back in when another is lost. Best is one that nobody else can read.'
        )}
      </p>
      <Fold title={email ? 'Change e-mail…' : 'Add e-mail…'} open={error !== undefined}>
        <Form address="/dashboard/settings" submit={email ? 'Change e-mail' : 'Add e-mail'}>
          <input type="hidden" name="deed" value="email" />
          <Field
            name="new_email"
            label={email ? 'New e-mail' : 'Your e-mail'}
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
      </Fold>
    </section>
  )
}
