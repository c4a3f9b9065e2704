import { href } from 'react-router'
import { Field } from '../../../../ui/field/field.tsx'
import { PageOwner } from '../../../../ui/user-id-field/user-id-field.tsx'
import { Disclosure, SettingsSection } from '../../accounts/ui/settings-section.tsx'
import { Form } from '../../ui/account-forms.tsx'
import type { ListedFactor } from '../factors.contract.ts'
import { recoveryCount } from '../factors.rules.ts'
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
      title="Second step"
      lede="After your password, we ask for a code from an app. Someone who only knows your password can’t get in."
      done={done}
    >
      {factors.length === 0 && (
        <p>
          {hasPassword
            ? 'Right now you sign in with your password alone.'
            : 'Right now you sign in with a single step.'}
        </p>
      )}
      <FactorList factors={steps} />
      {usesSms && (
        <p>
          You get codes by text. Anyone who can see your phone, shares it, or takes over your number can read
          them. An authenticator app or a passkey is safer.
        </p>
      )}
      <Disclosure title="Add an authenticator app" open={Boolean(error('app_name'))}>
        <div className="max-w-[30rem]">
          <Form address={href('/dashboard/settings')} submit="Continue">
            <input type="hidden" name="intent" value="add-app" />
            <Field
              name="app_name"
              label="Name (optional)"
              hint="To tell it apart from others: my phone, for example."
              autoComplete="off"
              maxLength={80}
              error={error('app_name')}
            />
          </Form>
        </div>
      </Disclosure>
      {factors.length > 0 && (
        <div className="grid gap-4">
          <h4 className="strong">Recovery codes</h4>
          <p>
            <strong>
              {codesLeft} of {recoveryCount}
            </strong>{' '}
            are left. Each opens the second step once, on a day when your phone is not there.
            {codesLeft <= 3 && ' It is time to make new ones.'}
          </p>
          <Disclosure title="Make new recovery codes">
            <form
              method="post"
              action={href('/dashboard/settings')}
              className="grid justify-items-start gap-3"
            >
              <PageOwner />
              <p>You are shown ten new codes. Those you have now stop working.</p>
              <button type="submit" name="intent" value="new-codes" className="btn">
                Show new codes
              </button>
            </form>
          </Disclosure>
        </div>
      )}
    </SettingsSection>
  )
}
