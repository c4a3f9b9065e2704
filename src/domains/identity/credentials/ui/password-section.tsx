import { href } from 'react-router'
import { PasswordField } from '../../../../ui/field/field.tsx'
import { Disclosure } from '../../accounts/ui/settings-section.tsx'
import { Form } from '../../ui/account-forms.tsx'
import * as messages from '../messages.en.yaml'
import { passwordLength } from '../password.rules.ts'

type PasswordSectionProps = {
  kind: 'change' | 'first' | 'needs_address'
  error: (field: string) => string | undefined
}

export function PasswordSection({ kind, error }: PasswordSectionProps) {
  const problem = error('current') ?? error('password')
  return (
    <section className="grid justify-items-start gap-4" aria-labelledby="password-title">
      <h3 id="password-title">{messages.password()}</h3>
      {kind === 'needs_address' ? (
        <p>{messages.needsAddress()}</p>
      ) : (
        <>
          <p>{kind === 'change' ? messages.changeLede() : messages.firstLede()}</p>
          <Disclosure
            title={kind === 'change' ? messages.openChangePassword() : messages.openSetPassword()}
            open={problem !== undefined}
          >
            <Form
              address={href('/dashboard/settings')}
              submit={kind === 'change' ? messages.changePassword() : messages.setPassword()}
            >
              <input type="hidden" name="intent" value={kind === 'change' ? 'password' : 'first-password'} />
              {kind === 'change' && (
                <PasswordField
                  name="current"
                  label={messages.currentPassword()}
                  autoComplete="current-password"
                  required
                  error={error('current')}
                />
              )}
              <PasswordField
                name="password"
                label={messages.newPassword()}
                autoComplete="new-password"
                required
                minLength={passwordLength.min}
                hint={messages.passwordHint({ min: passwordLength.min })}
                error={error('password')}
              />
            </Form>
          </Disclosure>
        </>
      )}
    </section>
  )
}
