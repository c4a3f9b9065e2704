import { data, href } from 'react-router'
import { passwordLength, weaknessText } from '../../domains/identity/credentials/password.rules.ts'
import { requestRecovery, resetPassword } from '../../domains/identity/credentials/password.writes.server.ts'
import { emailForm, passwordForm } from '../../domains/identity/identity.contract.ts'
import { sessionEventCookie } from '../../domains/identity/identity.rules.ts'
import { EmailField, Form } from '../../domains/identity/ui/account-forms.tsx'
import { CheckMail } from '../../domains/identity/ui/check-email.tsx'
import { PasswordField } from '../../ui/field/field.tsx'
import { engineContext, platformContext, visitorContext } from '../request-context.ts'
import type { Route } from './+types/reset-password.ts'
import * as messages from './messages.en.yaml'

export const meta = () => [{ title: messages.newPassword() }, { name: 'robots', content: 'noindex' }]

export function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? undefined
  return { token, mail: context.get(platformContext).config.smtpUrl !== undefined }
}

export async function action({ request, context }: Route.ActionArgs) {
  const engine = context.get(engineContext)
  const form = Object.fromEntries(await request.formData())
  if (typeof form.token !== 'string') {
    const parsed = emailForm.safeParse(form)
    if (!parsed.success) return data({ state: 'request', problem: parsed.error.issues[0]?.message }, 400)
    await requestRecovery(engine, parsed.data.email, context.get(visitorContext))
    return data({ state: 'sent', email: parsed.data.email })
  }
  const parsed = passwordForm.safeParse(form)
  if (!parsed.success) return data({ state: 'choose', problem: parsed.error.issues[0]?.message }, 400)
  const result = await resetPassword(engine, { token: form.token, password: parsed.data.password })
  if (result.outcome === 'weak') return data({ state: 'choose', problem: weaknessText(result.reasons) }, 400)
  return result.outcome === 'gone'
    ? data({ state: 'gone' }, 410)
    : data({ state: 'changed' }, { headers: { 'Set-Cookie': sessionEventCookie('PASSWORD_RECOVERY') } })
}

export default function ResetPasswordPage({ loaderData: { token, mail }, actionData }: Route.ComponentProps) {
  const result: { state?: string; email?: string; problem?: string | undefined } = actionData ?? {}
  return (
    <div className="wrap auth">
      {result.state === 'sent' ? (
        <CheckMail email={result.email ?? ''} />
      ) : result.state === 'changed' ? (
        <>
          <h1>{messages.passwordChanged()}</h1>
          <p>{messages.signInAgain()}</p>
          <p>
            <a href={href('/auth-test')} className="btn">
              {messages.signIn()}
            </a>
          </p>
        </>
      ) : token && result.state !== 'gone' ? (
        <>
          <h1>{messages.chooseNewPassword()}</h1>
          <Form
            address={`${href('/auth-test/reset')}?${new URLSearchParams({ token })}`}
            submit={messages.setPassword()}
          >
            <input type="hidden" name="token" value={token} />
            <PasswordField
              name="password"
              label={messages.newPassword()}
              autoComplete="new-password"
              required
              minLength={passwordLength.min}
              hint={messages.passwordHint({ min: passwordLength.min })}
              error={result.problem}
            />
          </Form>
        </>
      ) : (
        <>
          <h1>{result.state === 'gone' ? messages.linkGone() : messages.resetTitle()}</h1>
          {mail ? (
            <>
              <p>{messages.resetLede()}</p>
              <Form address={href('/auth-test/reset')} submit={messages.sendLink()}>
                <EmailField error={result.problem} />
              </Form>
            </>
          ) : (
            <p>{messages.resetWithoutMail({ contact: (text) => <a href={href('/contact')}>{text}</a> })}</p>
          )}
          <p>
            <a href={href('/auth-test')}>{messages.backToSignIn()}</a>
          </p>
        </>
      )}
    </div>
  )
}
