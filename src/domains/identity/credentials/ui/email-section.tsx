import { href } from 'react-router'
import { Field } from '../../../../ui/field/field.tsx'
import { Disclosure } from '../../accounts/ui/settings-section.tsx'
import { Form } from '../../ui/account-forms.tsx'
import * as messages from '../messages.en.yaml'

type EmailSectionProps = {
  email: string | null
  error?: string | undefined
  typed?: string | undefined
}

export function EmailSection({ email, error, typed }: EmailSectionProps) {
  return (
    <section className="grid justify-items-start gap-4" aria-labelledby="email-title">
      <h3 id="email-title">{messages.email()}</h3>
      <p>
        {email
          ? messages.yourAddress({
              email,
              strong: (text) => <strong className="wrap-anywhere">{text}</strong>,
            })
          : messages.noAddress()}
      </p>
      <Disclosure
        title={email ? messages.openChangeEmail() : messages.openAddEmail()}
        open={error !== undefined}
      >
        <Form
          address={href('/dashboard/settings')}
          submit={email ? messages.changeEmail() : messages.addEmail()}
        >
          <input type="hidden" name="intent" value="email" />
          <Field
            name="new_email"
            label={email ? messages.newEmail() : messages.yourEmail()}
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
      </Disclosure>
    </section>
  )
}
