import { href } from 'react-router'
import * as messages from '../messages.en.yaml'

/** Shown whether or not an account exists (no enumeration). */
export function CheckMail({ email }: { email: string }) {
  return (
    <div className="grid gap-4">
      <h1>{messages.checkMailTitle()}</h1>
      <p>
        {messages.checkMail({
          address: email,
          email: (text) => <strong className="wrap-anywhere">{text}</strong>,
        })}
      </p>
      <p className="text-muted">{messages.noMail()}</p>
      <p>
        <a href={href('/auth-test')}>{messages.backToSignIn()}</a>
      </p>
    </div>
  )
}
