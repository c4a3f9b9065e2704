import { Field } from '../../../../ui/field/field.tsx'
import { SettingsSection } from '../../accounts/ui/settings-section.tsx'
import type { ListedFactor } from '../factors.contract.ts'
import { nameMax } from '../factors.rules.ts'
import * as messages from '../messages.en.yaml'
import { FactorList } from './factor-list.tsx'
import { PasskeyForm, type PasskeyFormProps } from './passkey-form.tsx'

type PasskeysProps = Pick<PasskeyFormProps, 'files'> & { factors: ListedFactor[]; done?: string | undefined }

export function Passkeys({ factors, files, done }: PasskeysProps) {
  const passkeys = factors.filter(({ factor_type }) => factor_type === 'webauthn')
  return (
    <SettingsSection id="passkeys" title={messages.passkeys()} lede={messages.passkeysLede()} done={done}>
      {passkeys.length === 0 && <p>{messages.noPasskeys()}</p>}
      <FactorList factors={passkeys} />
      <div className="max-w-[30rem]">
        <PasskeyForm kind="registration" files={files} submit={messages.addPasskey()}>
          {/* Submitted afterwards, so that recovery codes follow the first passkey. */}
          <input type="hidden" name="intent" value="passkey-added" />
          <Field
            name="passkey_name"
            label={messages.passkeyName()}
            hint={messages.passkeyNameHint()}
            autoComplete="off"
            maxLength={nameMax}
          />
        </PasskeyForm>
        <noscript>
          <p className="text-muted">{messages.needsJavaScript()}</p>
        </noscript>
      </div>
    </SettingsSection>
  )
}
