import { PasswordField } from '../../../ui/field/field.tsx'
import { passwordLength } from '../contract.ts'
import { Form } from './account-forms.tsx'
import { SettingsSection } from './settings-section.tsx'

type PasswordSectionProps = { done?: string | undefined; error: (field: string) => string | undefined }

export function PasswordSection({ done, error }: PasswordSectionProps) {
  return (
    <SettingsSection
      id="password"
      title="Password"
      lede="With a new one, every other device is signed out."
      done={done}
    >
      <div className="max-w-[30rem]">
        <Form address="/dashboard/settings" submit="Change password">
          <input type="hidden" name="deed" value="password" />
          <PasswordField
            name="current"
            label="Current password"
            autoComplete="current-password"
            required
            error={error('current')}
          />
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
    </SettingsSection>
  )
}
