import { data, redirect } from 'react-router'
import { confirmEmail } from '../../domains/identity/email/writes.server.ts'
import { readMailLink } from '../../domains/identity/mail/reads.server.ts'
import { sayEvent, sessionCookies } from '../../domains/identity/rules.ts'
import { Form } from '../../domains/identity/ui/account-forms.tsx'
import { EmailConfirmed, LinkGone } from '../../domains/identity/ui/mail-link.tsx'
import { signInByLink } from '../../domains/identity/writes.server.ts'
import { engineContext, visitorContext } from '../context.ts'
import type { Route } from './+types/mail-link.ts'
import { onwards, proveFirst } from './sign-in.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Confirm' }, { name: 'robots', content: 'noindex' }]

/** Opening the link does nothing yet: programs that look at mail open links too. A press of the button does. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { auth, clock } = context.get(engineContext)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const purpose = (await readMailLink(auth, token, clock.now()))?.purpose
  // A new password is chosen on a page of its own.
  if (purpose === 'recovery' || purpose === 'taken') {
    throw redirect(`/auth-test/reset?${new URLSearchParams({ token })}`)
  }
  return { token, moves: isMove(purpose) }
}

const updated = { headers: { 'Set-Cookie': sayEvent('USER_UPDATED') } }

const isMove = (purpose: string | undefined) =>
  purpose === 'email_change_current' || purpose === 'email_change_new'

export async function action({ request, context }: Route.ActionArgs) {
  const engine = context.get(engineContext)
  const { device, address, session } = context.get(visitorContext)
  const form = await request.formData()
  const token = String(form.get('token') ?? '')
  if (isMove((await readMailLink(engine.auth, token, engine.clock.now()))?.purpose)) {
    const { outcome } = await confirmEmail(engine, token, session)
    return outcome === 'gone'
      ? data({ outcome }, 410)
      : data({ outcome }, session && outcome === 'changed' ? updated : {})
  }
  const shared_device = form.get('shared_device') === 'on'
  const signedIn = await signInByLink(engine, token, { device, address, shared_device })
  if (!signedIn) return data({ outcome: 'gone' as const }, 410)
  const headers = new Headers()
  for (const cookie of sessionCookies(signedIn.token, shared_device, 'SIGNED_IN'))
    headers.append('Set-Cookie', cookie)
  const { wanted } = signedIn
  const carried = { ...(wanted && { wanted }) }
  return redirect(signedIn.session.owes_factor ? proveFirst(carried) : onwards(carried), { headers })
}

export default function MailLink({ loaderData: { token, moves }, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap auth">
      {actionData?.outcome === 'gone' ? (
        <LinkGone />
      ) : actionData ? (
        <EmailConfirmed outcome={actionData.outcome} />
      ) : (
        <>
          <h1>One more step</h1>
          <p>
            {moves
              ? 'Somebody, perhaps you, wants to move an account to another address. Press the button if that was you.'
              : 'Press the button to confirm your address and sign in on this device.'}
          </p>
          <Form address="/auth-test/link" submit={moves ? 'Confirm this address' : 'Confirm and sign in'}>
            <input type="hidden" name="token" value={token} />
          </Form>
        </>
      )}
    </div>
  )
}
