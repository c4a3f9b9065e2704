import type { ReactNode } from 'react'
import { data, href, redirect } from 'react-router'
import { confirmEmail } from '../../domains/identity/credentials/email.writes.server.ts'
import { passwordLength } from '../../domains/identity/credentials/password.rules.ts'
import { readUser } from '../../domains/identity/identity.reads.server.ts'
import { linkProblem, sessionCookies, sessionEventCookie } from '../../domains/identity/identity.rules.ts'
import { readMailLink } from '../../domains/identity/messages/messages.reads.server.ts'
import { signInByLink } from '../../domains/identity/sign-in.writes.server.ts'
import { Form, SharedDevice } from '../../domains/identity/ui/account-forms.tsx'
import {
  EmailChangeQuestion,
  EmailConfirmed,
  ExpiredLink,
  ForgottenPassword,
  SignUpPassword,
} from '../../domains/identity/ui/email-link.tsx'
import { engineContext, visitorContext } from '../request-context.ts'
import { setCookies } from '../set-cookies.ts'
import type { Route } from './+types/email-link.ts'
import { nextStepUrl } from './after-sign-in.server.ts'
import * as messages from './messages.en.yaml'

export const meta = () => [{ title: messages.confirm() }, { name: 'robots', content: 'noindex' }]

/** Opening the link changes nothing: mail scanners open it too. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { auth, clock } = context.get(engineContext)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const link = await readMailLink(auth, token, clock.now())
  const purpose = link?.purpose
  if (purpose === 'recovery' || purpose === 'taken') {
    throw redirect(`${href('/auth-test/reset')}?${new URLSearchParams({ token })}`)
  }
  const needsPassword =
    purpose === 'signup' && Boolean((await readUser(auth, link?.user_id ?? ''))?.password_hash)
  const newEmail = isEmailChange(purpose) ? (link?.new_email ?? undefined) : undefined
  return { token, changesEmail: isEmailChange(purpose), newEmail, needsPassword, address: link?.sent_to }
}

const userUpdatedInit = { headers: { 'Set-Cookie': sessionEventCookie('USER_UPDATED') } }

const isEmailChange = (purpose: string | undefined) =>
  purpose === 'email_change_current' || purpose === 'email_change_new'

export async function action({ request, context }: Route.ActionArgs) {
  const engine = context.get(engineContext)
  const { device, address, session } = context.get(visitorContext)
  const form = await request.formData()
  const token = String(form.get('token') ?? '')
  if (isEmailChange((await readMailLink(engine.auth, token, engine.clock.now()))?.purpose)) {
    const { outcome } = await confirmEmail(engine, token, session)
    if (outcome === 'gone') return data({ outcome }, 410)
    return data({ outcome }, session && outcome === 'changed' ? userUpdatedInit : {})
  }
  const shared_device = form.get('shared_device') === 'on'
  const password = String(form.get('password') ?? '').slice(0, passwordLength.max)
  const signedIn = await signInByLink(engine, token, { device, address, shared_device }, password)
  if (signedIn.outcome === 'gone') return data({ outcome: 'gone' as const }, 410)
  if (signedIn.outcome === 'wait') return data({ problem: linkProblem('wait'), shared_device }, 429)
  if (signedIn.outcome === 'wrong') return data({ problem: linkProblem('wrong'), shared_device }, 400)
  const headers = setCookies(sessionCookies(signedIn.token, shared_device, 'SIGNED_IN'))
  return redirect(nextStepUrl(signedIn, signedIn), { headers })
}

const strong = (text: ReactNode) => <strong>{text}</strong>

export default function EmailLinkPage({ loaderData, actionData }: Route.ComponentProps) {
  const { token, changesEmail, newEmail, needsPassword, address } = loaderData
  const query = new URLSearchParams({ token })
  return (
    <div className="wrap auth">
      {actionData && 'outcome' in actionData ? (
        actionData.outcome === 'gone' ? (
          <ExpiredLink />
        ) : (
          <EmailConfirmed outcome={actionData.outcome} />
        )
      ) : (
        <>
          <h1>{messages.oneMoreStep()}</h1>
          <p>
            {changesEmail ? (
              <EmailChangeQuestion newEmail={newEmail} />
            ) : needsPassword ? (
              messages.confirmSignUp({ address: address ?? '', strong })
            ) : address ? (
              messages.signInHereAs({ address, strong })
            ) : (
              messages.signInHere()
            )}
          </p>
          <Form
            address={`${href('/auth-test/link')}?${query}`}
            submit={
              changesEmail
                ? messages.confirmAddress()
                : needsPassword
                  ? messages.confirmAndSignIn()
                  : messages.signIn()
            }
          >
            <input type="hidden" name="token" value={token} />
            {needsPassword && <SignUpPassword problem={actionData?.problem} />}
            {!changesEmail && <SharedDevice ticked={actionData?.shared_device} />}
          </Form>
          {needsPassword && <ForgottenPassword token={token} />}
        </>
      )}
    </div>
  )
}
