import { data, redirect } from 'react-router'
import { PasskeyForm } from '../../domains/identity/factors/ui/passkey-form.tsx'
import { readWaysToProve } from '../../domains/identity/proof/reads.server.ts'
import { proveByCode, proveByPassword } from '../../domains/identity/proof/writes.server.ts'
import { nextPath, sessionCookies } from '../../domains/identity/rules.ts'
import { Form } from '../../domains/identity/ui/account-forms.tsx'
import { Field, PasswordField } from '../../ui/field/field.tsx'
import { engineContext, visitorContext } from '../context.ts'
import { rootOf } from '../meta.ts'
import type { Route } from './+types/prove.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'One more step' },
  { name: 'robots', content: 'noindex' },
]

const nextOf = (request: Request) => nextPath(new URL(request.url).searchParams.get('next'))

/** Asks for the second factor after signing in, and once more for a proof before something that opens the account changes. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { session } = context.get(visitorContext)
  if (!session) throw redirect('/auth-test')
  return { ways: await readWaysToProve(context.get(engineContext), session), next: nextOf(request) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const engine = context.get(engineContext)
  const visitor = context.get(visitorContext)
  const { session } = visitor
  if (!session) throw redirect('/auth-test')
  const form = await request.formData()
  const { app, passkey } = await readWaysToProve(engine, session)
  const byCode = app || passkey
  const proof = byCode
    ? await proveByCode(engine, session, String(form.get('code') ?? '').slice(0, 64), visitor)
    : await proveByPassword(engine, session, String(form.get('password') ?? '').slice(0, 200), visitor)
  if (proof.outcome === 'wait') {
    return data({ problem: 'That was tried too often. Please wait a quarter of an hour and try again.' }, 429)
  }
  if (proof.outcome === 'wrong') {
    return data(
      { problem: byCode ? 'That code is not right, or was used already.' : 'That password is not right.' },
      400,
    )
  }
  const headers = new Headers()
  for (const cookie of sessionCookies(proof.token, session.shared_device, 'MFA_CHALLENGE_VERIFIED'))
    headers.append('Set-Cookie', cookie)
  return redirect(nextOf(request), { headers })
}

export default function Prove({ loaderData: { ways, next }, actionData, matches }: Route.ComponentProps) {
  const address = `/auth-test/prove?${new URLSearchParams({ next })}`
  return (
    <div className="wrap auth">
      <h1>One more step</h1>
      {ways.passkey && (
        <PasskeyForm
          kind="proof"
          to={next}
          script={rootOf(matches)?.shell.passkeyScript}
          submit="Use your passkey"
          quiet={false}
        />
      )}
      {(ways.app || ways.passkey) && (
        <Form address={address} submit="Continue">
          <Field
            name="code"
            label="Code"
            hint={
              ways.app
                ? 'From your authenticator app, or one of your recovery codes.'
                : 'One of your recovery codes.'
            }
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            required
            error={actionData?.problem}
          />
        </Form>
      )}
      {ways.password && (
        <Form address={address} submit="Continue">
          <PasswordField
            name="password"
            label="Password"
            hint="Please show once more that it is you."
            autoComplete="current-password"
            required
            error={actionData?.problem}
          />
        </Form>
      )}
      {!ways.app && !ways.passkey && !ways.password && (
        <p>
          Please log out and sign in again, as you did before: that shows that it is you. Then come back to
          what you wanted to do.
        </p>
      )}
      <form method="post" action="/auth-test/sign-out">
        <button type="submit" className="btn btn-quiet">
          Logout
        </button>
      </form>
    </div>
  )
}
