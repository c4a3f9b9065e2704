import { data, href, redirect, useRouteLoaderData } from 'react-router'
import type { Session } from '../../domains/identity/identity.contract.ts'
import { nextPath, sessionCookies } from '../../domains/identity/identity.rules.ts'
import { PasskeyForm } from '../../domains/identity/mfa/ui/passkey-form.tsx'
import { hasCode } from '../../domains/identity/reauth/reauth.rules.ts'
import {
  type ProofOutcome,
  proveByCode,
  proveByEmailCode,
} from '../../domains/identity/reauth/reauth.writes.server.ts'
import { EmailCode, ReauthProviders, SecondStepCode } from '../../domains/identity/reauth/ui/other-ways.tsx'
import { readWaysToUnlock } from '../../domains/identity/sessions/safe-mode.reads.server.ts'
import { unlockByPassword } from '../../domains/identity/sessions/safe-mode.writes.server.ts'
import { Form } from '../../domains/identity/ui/account-forms.tsx'
import { PasswordField } from '../../ui/field/field.tsx'
import css from '../../ui/passkey.css?inline'
import { QuickHide } from '../../ui/quick-hide/quick-hide.tsx'
import { engineContext, platformContext, type RootData, visitorContext } from '../request-context.ts'
import { setCookies } from '../set-cookies.ts'
import type { Route } from './+types/unlock.ts'
import * as messages from './messages.en.yaml'
import { sendCode } from './reauth.actions.ts'

export { ErrorBoundary } from '../error-boundary.tsx'

export const handle = { css }

// Neutral: anyone may see it.
export const meta = () => [{ title: messages.home() }, { name: 'robots', content: 'noindex' }]

const getNextPath = (request: Request) => nextPath(new URL(request.url).searchParams.get('next'))

const waysOf = (context: Route.LoaderArgs['context'], session: Session) =>
  readWaysToUnlock(context.get(engineContext), session, context.get(platformContext).config.providers)

/** Throws a redirect when the session is not locked. */
function lockedSession({ request, context }: Pick<Route.LoaderArgs, 'request' | 'context'>): Session {
  const { session } = context.get(visitorContext)
  if (session?.locked) return session
  throw redirect(session ? getNextPath(request) : href('/auth-test'))
}

/** Shows nothing but reauthentication (docs/decisions/020). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const session = lockedSession({ request, context })
  const isTextSaved = new URL(request.url).searchParams.has('kept')
  return { ways: await waysOf(context, session), next: getNextPath(request), isTextSaved }
}

export async function action({ request, context }: Route.ActionArgs) {
  const session = lockedSession({ request, context })
  const engine = context.get(engineContext)
  const visitor = context.get(visitorContext)
  const form = await request.formData()
  const ways = await waysOf(context, session)
  const sent = await sendCode(form, ways, engine, session, visitor)
  if (sent) return sent
  const readField = (name: string) => String(form.get(name) ?? '').slice(0, 200)
  let proof: ProofOutcome = { outcome: 'wrong' }
  if (ways.password) proof = await unlockByPassword(engine, session, readField('password'), visitor)
  else if (hasCode(ways)) proof = await proveByCode(engine, session, readField('code'), visitor)
  else if (ways.mail) proof = await proveByEmailCode(engine, session, readField('code'), visitor)
  if (proof.outcome === 'wait') return data({ problem: messages.tooManyAttempts(), sent: ways.mail }, 429)
  if (proof.outcome === 'wrong') {
    const problem = ways.password ? messages.wrongPassword() : messages.wrongCode()
    return data({ problem, sent: ways.mail }, 400)
  }
  const cookies = sessionCookies(proof.token, session.shared_device)
  return redirect(getNextPath(request), { headers: setCookies(cookies) })
}

export default function UnlockPage({ loaderData, actionData }: Route.ComponentProps) {
  const { ways, next, isTextSaved } = loaderData
  const { problem, sent = false } = actionData ?? {}
  const root = useRouteLoaderData('root') as RootData | undefined
  const address = `${href('/auth-test/locked')}?${new URLSearchParams({ next, ...(isTextSaved && { kept: '' }) })}`
  return (
    <>
      {root && <QuickHide {...root.quickHide} />}
      <main id="main" tabIndex={-1} className="py-16">
        <div className="wrap auth">
          <h1>{messages.locked()}</h1>
          <p>{isTextSaved ? messages.lockedTextSaved() : messages.lockedWhy()}</p>
          {ways.passkey && (
            <PasskeyForm
              kind="proof"
              to={next}
              files={root?.shell.passkey}
              submit={messages.openWithPasskey()}
              quiet={ways.password}
            />
          )}
          {ways.password && (
            <Form address={address} submit={messages.open()}>
              <PasswordField
                name="password"
                label={messages.password()}
                autoComplete="current-password"
                required
                error={problem}
              />
            </Form>
          )}
          {hasCode(ways) && (
            <SecondStepCode
              address={address}
              ways={ways}
              sent={sent}
              submit={messages.open()}
              error={problem}
            />
          )}
          {ways.mail && <EmailCode address={address} sent={sent} error={problem} />}
          <ReauthProviders providers={ways.providers} next={next} />
          <form method="post" action="/auth-test/sign-out">
            <button type="submit" className="btn btn-quiet">
              {messages.logout()}
            </button>
          </form>
        </div>
      </main>
    </>
  )
}
