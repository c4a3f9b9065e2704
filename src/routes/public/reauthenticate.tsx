import { data, href, redirect } from 'react-router'
import type { Session } from '../../domains/identity/identity.contract.ts'
import { nextPath, sessionCookies } from '../../domains/identity/identity.rules.ts'
import { PasskeyForm } from '../../domains/identity/mfa/ui/passkey-form.tsx'
import type { ReauthMethods } from '../../domains/identity/reauth/reauth.contract.ts'
import { listReauthMethods } from '../../domains/identity/reauth/reauth.reads.server.ts'
import { hasSecondStep } from '../../domains/identity/reauth/reauth.rules.ts'
import {
  type ProofOutcome,
  proveByCode,
  proveByEmailCode,
  proveByPassword,
} from '../../domains/identity/reauth/reauth.writes.server.ts'
import { EmailCode, ReauthProviders, SecondStepCode } from '../../domains/identity/reauth/ui/other-ways.tsx'
import type { AuthEngine } from '../../domains/identity/sessions/sessions.writes.server.ts'
import { Form } from '../../domains/identity/ui/account-forms.tsx'
import { PasswordField } from '../../ui/field/field.tsx'
import css from '../../ui/passkey.css?inline'
import { getRootData } from '../meta.ts'
import { engineContext, platformContext, type Visitor, visitorContext } from '../request-context.ts'
import { setCookies } from '../set-cookies.ts'
import type { Route } from './+types/reauthenticate.ts'
import * as messages from './messages.en.yaml'
import { sendCode } from './reauth.actions.ts'

export const handle = { css }

export const meta = () => [{ title: messages.oneMoreStep() }, { name: 'robots', content: 'noindex' }]

const getNextPath = (request: Request) => nextPath(new URL(request.url).searchParams.get('next'))

/** Unlocked on its own page. */
const isLocked = ({ locked, owes_factor }: Session) => locked && !owes_factor
const unlockUrl = (request: Request) =>
  `${href('/auth-test/locked')}?${new URLSearchParams({ next: getNextPath(request) })}`

/** For a second factor or a change to how the account is opened. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { session } = context.get(visitorContext)
  if (!session) throw redirect(href('/auth-test'))
  if (isLocked(session)) throw redirect(unlockUrl(request))
  return { ways: await waysOf(context, session), next: getNextPath(request) }
}

/** Seconds. */
const fifteenMinutes = 15 * 60

const waysOf = (context: Route.LoaderArgs['context'], session: Session) =>
  listReauthMethods(context.get(engineContext), session, context.get(platformContext).config.providers)

export async function action({ request, context }: Route.ActionArgs) {
  const visitor = context.get(visitorContext)
  const { session } = visitor
  if (!session) throw redirect(href('/auth-test'))
  if (isLocked(session)) throw redirect(unlockUrl(request))
  const form = await request.formData()
  const engine = context.get(engineContext)
  const ways = await waysOf(context, session)
  const sent = await sendCode(form, ways, engine, session, visitor)
  if (sent) return sent
  const proof = await verifyStrongest(ways, engine, session, form, visitor)
  if (proof.outcome === 'wait') {
    const problem = proof.seconds > fifteenMinutes ? messages.codesPaused() : messages.tooManyAttempts()
    return data({ problem, sent: ways.mail }, 429)
  }
  if (proof.outcome === 'wrong') return data({ problem: rejectionMessage(ways), sent: ways.mail }, 400)
  const cookies = sessionCookies(proof.token, session.shared_device, 'MFA_CHALLENGE_VERIFIED')
  return redirect(getNextPath(request), { headers: setCookies(cookies) })
}

/** Verifies by the user's strongest method only. */
async function verifyStrongest(
  ways: ReauthMethods,
  engine: AuthEngine,
  session: Session,
  form: FormData,
  visitor: Visitor,
): Promise<ProofOutcome> {
  const code = String(form.get('code') ?? '').slice(0, 64)
  if (hasSecondStep(ways)) return proveByCode(engine, session, code, visitor)
  if (ways.password) {
    return proveByPassword(engine, session, String(form.get('password') ?? '').slice(0, 200), visitor)
  }
  return ways.mail ? proveByEmailCode(engine, session, code, visitor) : { outcome: 'wrong' }
}

function rejectionMessage(ways: ReauthMethods): string {
  if (ways.password) return messages.wrongPassword()
  if (ways.mail) return messages.wrongEmailCode()
  return messages.wrongOrUsedCode()
}

export default function ReauthenticatePage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { ways, next } = loaderData
  const { problem, sent = false } = actionData ?? {}
  const address = `${href('/auth-test/prove')}?${new URLSearchParams({ next })}`
  return (
    <div className="wrap auth">
      <h1>{messages.oneMoreStep()}</h1>
      {ways.passkey && (
        <PasskeyForm
          kind="proof"
          to={next}
          files={getRootData(matches)?.shell.passkey}
          submit={messages.confirmWithPasskey()}
          quiet={false}
        />
      )}
      {hasSecondStep(ways) && (
        <SecondStepCode
          address={address}
          ways={ways}
          sent={sent}
          submit={messages.continue()}
          quiet={ways.passkey}
          error={problem}
        />
      )}
      {ways.password && (
        <Form address={address} submit={messages.continue()}>
          <PasswordField
            name="password"
            label={messages.password()}
            hint={messages.confirmItIsYou()}
            autoComplete="current-password"
            required
            error={problem}
          />
        </Form>
      )}
      {ways.mail && <EmailCode address={address} sent={sent} error={problem} />}
      <ReauthProviders providers={ways.providers} next={next} />
      {!Object.values(ways).some((way) => way === true || (Array.isArray(way) && way.length > 0)) && (
        <p>{messages.noOtherWay()}</p>
      )}
      <form method="post" action="/auth-test/sign-out">
        <button type="submit" className="btn btn-quiet">
          {messages.logout()}
        </button>
      </form>
    </div>
  )
}
