import { href } from 'react-router'
import { PasswordField } from '../../../ui/field/field.tsx'
import { Form } from './account-forms.tsx'

/** `app`: URL of the requesting app. */
export function ExpiredLink({ app }: { app?: string | undefined }) {
  return (
    <>
      <h1>This link cannot be used any more</h1>
      <p>A link works once, for one hour, and only the newest one counts.</p>
      <p>
        {app ? (
          <>
            <a href={app}>Go on to {displayNameOf(app)}</a>, and ask for another one there.
          </>
        ) : (
          <>
            <a href={href('/auth-test')}>Sign in</a>, and another one is sent where it is needed.
          </>
        )}
      </p>
    </>
  )
}

/** Apps with their own URL scheme have no recognizable name. */
function displayNameOf(address: string): string {
  const { protocol, host } = new URL(address)
  return protocol.startsWith('http') ? host : 'the app'
}

type LinkWaitingProps = {
  to: string
  link: Record<string, string | undefined>
  address: string
  newEmail?: string | undefined
  asks: boolean
  problem?: string | undefined
}

/** Its owner can tell whether they requested it. */
export const EmailChangeQuestion = ({ newEmail }: { newEmail?: string | undefined }) => (
  <>
    Someone, maybe you, wants to move an account to{' '}
    {newEmail ? <strong className="wrap-anywhere">{newEmail}</strong> : 'another address'}. Press the button
    only if that was you.
  </>
)

export function ConfirmLink({ to, link, address, newEmail, asks, problem }: LinkWaitingProps) {
  return (
    <>
      <h1>One more step</h1>
      {asks ? (
        <p>
          Someone, maybe you, wants an account for <strong className="wrap-anywhere">{address}</strong>. If
          that was you, enter the password that you chose; it signs you in at{' '}
          <strong>{displayNameOf(to)}</strong>.
        </p>
      ) : (
        <p>
          {link.type === 'email_change' ? (
            <>
              <EmailChangeQuestion newEmail={newEmail} /> It leads on to{' '}
            </>
          ) : (
            'Someone, maybe you, asked for this message. Press the button if that was you; it signs you in at '
          )}
          <strong>{displayNameOf(to)}</strong>.
        </p>
      )}
      <Form address={href('/auth-test/verify')} submit="Continue">
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
  <PasswordField name="password" label="Password" autoComplete="current-password" required error={problem} />
)

export const ForgottenPassword = ({ token = '' }: { token?: string | undefined }) => (
  <p>
    <a href={`${href('/auth-test/reset')}?${new URLSearchParams({ token })}`}>
      I didn’t set one, or I forgot it
    </a>
  </p>
)

/** Stays longer if the browser asks before opening another app. */
export function LinkRedirect({ to }: { to: string }) {
  return (
    <>
      <h1>On to {displayNameOf(to)}</h1>
      <p>
        <a href={to}>Continue to {displayNameOf(to)}</a> if nothing happens.
      </p>
    </>
  )
}

const messages = {
  half: {
    title: 'This address is confirmed',
    text: 'Another message went to the other address. Open the link in it too, and the account moves. Until then nothing changes.',
  },
  changed: {
    title: 'The address is changed',
    text: 'From now on you sign in with the new one. Other devices were signed out.',
  },
  taken: {
    title: 'This address cannot be used',
    text: 'It belongs to another account here. Nothing was changed.',
  },
}

export function EmailConfirmed({ outcome }: { outcome: keyof typeof messages }) {
  const { title, text } = messages[outcome]
  return (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <a href={href('/dashboard/settings')}>To the settings</a>
      </p>
    </>
  )
}
