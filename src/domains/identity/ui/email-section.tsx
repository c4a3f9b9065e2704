import { Field } from '../../../ui/field/field.tsx'
import { Form } from './account-forms.tsx'
import { SettingsSection } from './settings-section.tsx'

type EmailSectionProps = {
  email: string | null
  done?: string | undefined
  error?: string | undefined
  typed?: string | undefined
}

/** The address of the account, and the wish for another, or for a first one. */
export function EmailSection({ email, done, error, typed }: EmailSectionProps) {
  return (
    <SettingsSection
      id="email"
      title="E-mail"
      lede="Best an address that nobody else can read. When it changes, every other device is signed out."
      done={done}
    >
      <p>
        {email ? (
          <>
            Your address is <strong className="wrap-anywhere">{email}</strong>.
          </>
        ) : (
          'Your account has no address yet. With one, there is a way back in when another is lost.'
        )}
      </p>
      <div className="max-w-[30rem]">
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
      </div>
    </SettingsSection>
  )
}
