import { href } from 'react-router'
import { Field } from '../../../../ui/field/field.tsx'
import { PageOwner } from '../../../../ui/user-id-field/user-id-field.tsx'
import { Disclosure, SettingsSection } from '../../accounts/ui/settings-section.tsx'
import { Form } from '../../ui/account-forms.tsx'
import type { ListedFactor } from '../factors.contract.ts'
import { nameMax, recoveryCount } from '../factors.rules.ts'
import * as messages from '../messages.en.yaml'
import { FactorList } from './factor-list.tsx'

type SecondStepProps = {
  /** Verified factors. */
  factors: ListedFactor[]
  codesLeft: number
  hasPassword: boolean
  signsInByPhone: boolean
  done?: string | undefined
  error: (field: string) => string | undefined
}

export function SecondStep(props: SecondStepProps) {
  const { factors, codesLeft, hasPassword, signsInByPhone, done, error } = props
  // Phones can only be added by other apps.
  const steps = factors.filter(({ factor_type }) => factor_type !== 'webauthn')
  const usesSms = signsInByPhone || steps.some(({ factor_type }) => factor_type === 'phone')
  return (
    <SettingsSection
      id="second-step"
      title={messages.secondStep()}
      lede={messages.secondStepLede()}
      done={done}
    >
      {factors.length === 0 && <p>{hasPassword ? messages.passwordAlone() : messages.singleStep()}</p>}
      <FactorList factors={steps} />
      {usesSms && <p>{messages.smsRisk()}</p>}
      <Disclosure title={messages.addApp()} open={Boolean(error('app_name'))}>
        <div className="max-w-[30rem]">
          <Form address={href('/dashboard/settings')} submit={messages.continue()}>
            <input type="hidden" name="intent" value="add-app" />
            <Field
              name="app_name"
              label={messages.appName()}
              hint={messages.appNameHint()}
              autoComplete="off"
              maxLength={nameMax}
              error={error('app_name')}
            />
          </Form>
        </div>
      </Disclosure>
      {factors.length > 0 && (
        <div className="grid gap-4">
          <h4 className="strong">{messages.recoveryCodes()}</h4>
          <p>
            {messages.codesLeft({
              left: codesLeft,
              total: recoveryCount,
              strong: (text) => <strong>{text}</strong>,
            })}
            {codesLeft <= 3 && ` ${messages.fewCodesLeft()}`}
          </p>
          <Disclosure title={messages.makeCodes()}>
            <form
              method="post"
              action={href('/dashboard/settings')}
              className="grid justify-items-start gap-3"
            >
              <PageOwner />
              <p>{messages.makeCodesWarning()}</p>
              <button type="submit" name="intent" value="new-codes" className="btn">
                {messages.showCodes()}
              </button>
            </form>
          </Disclosure>
        </div>
      )}
    </SettingsSection>
  )
}
