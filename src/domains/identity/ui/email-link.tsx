import type { ReactNode } from 'react'
import { href } from 'react-router'
import { PasswordField } from '../../../ui/field/field.tsx'
import * as messages from '../messages.en.yaml'
import { Form } from './account-forms.tsx'

/** `app`: URL of the requesting app. */
export function ExpiredLink({ app }: { app?: string | undefined }) {
  return (
    <>
      <h1>{messages.expiredTitle()}</h1>
      <p>{messages.expired()}</p>
      <p>
        {app
          ? messages.expiredInApp({ name: displayNameOf(app), app: (text) => <a href={app}>{text}</a> })
          : messages.expiredHere({ signIn: (text) => <a href={href('/auth-test')}>{text}</a> })}
      </p>
    </>
  )
}

/** Apps with their own URL scheme have no recognizable name. */
function displayNameOf(address: string): string {
  const { protocol, host } = new URL(address)
  return protocol.startsWith('http') ? host : messages.theApp()
}

type LinkWaitingProps = {
  to: string
  link: Record<string, string | undefined>
  address: string
  newEmail?: string | undefined
  asks: boolean
  problem?: string | undefined
}

const strong = (text: ReactNode) => <strong>{text}</strong>
const emailAddress = (text: ReactNode) => <strong className="wrap-anywhere">{text}</strong>

/** Its owner can tell whether they requested it. */
export const EmailChangeQuestion = ({ newEmail }: { newEmail?: string | undefined }) =>
  newEmail
    ? messages.moveAccount({ address: newEmail, email: emailAddress })
    : messages.moveAccountElsewhere()

export function ConfirmLink({ to, link, address, newEmail, asks, problem }: LinkWaitingProps) {
  const app = displayNameOf(to)
  return (
    <>
      <h1>{messages.confirmTitle()}</h1>
      <p>
        {asks ? (
          messages.confirmSignUp({ address, email: emailAddress, app, strong })
        ) : link.type === 'email_change' ? (
          <>
            <EmailChangeQuestion newEmail={newEmail} /> {messages.leadsOn({ app, strong })}
          </>
        ) : (
          messages.confirmSignIn({ app, strong })
        )}
      </p>
      <Form address={href('/auth-test/verify')} submit={messages.continue()}>
        {Object.entries(link).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {asks && <SignUpPassword problem={problem} />}
      </Form>
      {asks && <ForgottenPassword token={link.token} />}
    </>
  )
}

/** Someone else may have chosen it (decision 008). */
export const SignUpPassword = ({ problem }: { problem?: string | undefined }) => (
  <PasswordField
    name="password"
    label={messages.password()}
    autoComplete="current-password"
    required
    error={problem}
  />
)

export const ForgottenPassword = ({ token = '' }: { token?: string | undefined }) => (
  <p>
    <a href={`${href('/auth-test/reset')}?${new URLSearchParams({ token })}`}>{messages.forgotten()}</a>
  </p>
)

/** Stays longer if the browser asks before opening another app. */
export function LinkRedirect({ to }: { to: string }) {
  const name = displayNameOf(to)
  return (
    <>
      <h1>{messages.onTo({ app: name })}</h1>
      <p>{messages.continueTo({ name, app: (text) => <a href={to}>{text}</a> })}</p>
    </>
  )
}

const outcomes = {
  half: { title: messages.halfMovedTitle, text: messages.halfMoved },
  changed: { title: messages.movedTitle, text: messages.moved },
  taken: { title: messages.takenTitle, text: messages.taken },
}

export function EmailConfirmed({ outcome }: { outcome: keyof typeof outcomes }) {
  const { title, text } = outcomes[outcome]
  return (
    <>
      <h1>{title()}</h1>
      <p>{text()}</p>
      <p>
        <a href={href('/dashboard/settings')}>{messages.toSettings()}</a>
      </p>
    </>
  )
}
