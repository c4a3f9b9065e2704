import { Field } from '../../../../ui/field/field.tsx'
import { SettingsSection } from '../../accounts/ui/settings-section.tsx'
import type { ListedFactor } from '../factors.contract.ts'
import { FactorList } from './factor-list.tsx'
import { PasskeyForm, type PasskeyFormProps } from './passkey-form.tsx'

type PasskeysProps = Pick<PasskeyFormProps, 'files'> & { factors: ListedFactor[]; done?: string | undefined }

export function Passkeys({ factors, files, done }: PasskeysProps) {
  const passkeys = factors.filter(({ factor_type }) => factor_type === 'webauthn')
  return (
    <SettingsSection
      id="passkeys"
      title="Passkeys"
      lede="Sign in with your finger, your face or the PIN of your device. It is both steps at once. Your device lists it under this site’s address."
      done={done}
    >
      {passkeys.length === 0 && <p>You have no passkey yet.</p>}
      <FactorList factors={passkeys} />
      <div className="max-w-[30rem]">
        <PasskeyForm kind="registration" files={files} submit="Add a passkey">
          {/* Submitted afterwards, so that recovery codes follow the first passkey. */}
          <input type="hidden" name="intent" value="passkey-added" />
          <Field
            name="passkey_name"
            label="Name of the passkey (optional)"
            hint="This laptop, for example."
            autoComplete="off"
            maxLength={80}
          />
        </PasskeyForm>
        <noscript>
          <p className="text-muted">
            A passkey is made by the browser itself, which needs JavaScript for it.
          </p>
        </noscript>
      </div>
    </SettingsSection>
  )
}
