import { href } from 'react-router'
/** Shown whether or not an account exists (no enumeration). */
export function CheckMail({ email }: { email: string }) {
  return (
    <div className="grid gap-4">
      <h1>Check your mail</h1>
      <p>
        If <strong className="wrap-anywhere">{email}</strong> can receive mail, a message with a link is on
        its way. The link works for one hour. Sender and subject are neutral, so that nobody who sees your
        list of messages learns more.
      </p>
      <p className="text-muted">
        Didn’t get it? Check your spam folder, or request another in a few minutes.
      </p>
      <p>
        <a href={href('/auth-test')}>Back to sign in</a>
      </p>
    </div>
  )
}
