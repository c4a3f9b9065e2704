import { PasswordField } from '../../../ui/field/field.tsx'
import { passwordLength } from '../contract.ts'
import { Form } from './account-forms.tsx'
import { SettingsSection } from './settings-section.tsx'

type PasswordSectionProps = {
  /** `first`: the account came without one. `needs_address`: there is nothing yet that it could be typed beside. */
  kind: 'change' | 'first' | 'needs_address'
  done?: string | undefined
  error: (field: string) => string | undefined
}

export function PasswordSection({ kind, done, error }: PasswordSectionProps) {
  return (
    <SettingsSection
      id="password"
      title="Password"
      lede={
        kind === 'change'
          ? 'With a new one, every other device is signed out.'
          : 'Another way to sign in, beside the one you have.'
      }
      done={done}
    >
      {kind === 'needs_address' ? (
        <p>
          A password works together with an address. Once your account has one, you can set a password here.
        </p>
      ) : (
        <div className="max-w-[30rem]">
          <Form
            address="/dashboard/settings"
            submit={kind === 'change' ? 'Change password' : 'Set a password'}
          >
            <input type="hidden" name="deed" value={kind === 'change' ? 'password' : 'first-password'} />
            {kind === 'change' && (
              <PasswordField
                name="current"
                label="Current password"
                autoComplete="current-password"
                required
                error={error('current')}
              />
            )}
            <PasswordField
              name="password"
              label="New password"
              autoComplete="new-password"
              required
              minLength={passwordLength.min}
              hint={`At least ${passwordLength.min} characters. A few words in a row are easy to remember.`}
              error={error('password')}
            />
          </Form>
        </div>
      )}
    </SettingsSection>
  )
}
