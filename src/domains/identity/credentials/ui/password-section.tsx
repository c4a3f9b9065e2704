import { href } from 'react-router'
import { PasswordField } from '../../../../ui/field/field.tsx'
import { Disclosure } from '../../accounts/ui/settings-section.tsx'
import { Form } from '../../ui/account-forms.tsx'
import { passwordLength } from '../password.rules.ts'

type PasswordSectionProps = {
  kind: 'change' | 'first' | 'needs_address'
  error: (field: string) => string | undefined
}

export function PasswordSection({ kind, error }: PasswordSectionProps) {
  const problem = error('current') ?? error('password')
  return (
    <section className="grid justify-items-start gap-4" aria-labelledby="password-title">
      <h3 id="password-title">Password</h3>
      {kind === 'needs_address' ? (
        <p>
          A password works together with an address. Once your account has one, you can set a password here.
        </p>
      ) : (
        <>
          <p>
            {kind === 'change'
              ? 'With a new one, every other device is signed out.'
              : 'Another way to sign in, beside the one you have.'}
          </p>
          <Disclosure
            title={kind === 'change' ? 'Change password…' : 'Set a password…'}
            open={problem !== undefined}
          >
            <Form
              address={href('/dashboard/settings')}
              submit={kind === 'change' ? 'Change password' : 'Set a password'}
            >
              <input type="hidden" name="intent" value={kind === 'change' ? 'password' : 'first-password'} />
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
          </Disclosure>
        </>
      )}
    </section>
  )
}
