import { data, href, redirect } from 'react-router'
import type { z } from 'zod'
import { signUpOnce } from '../../domains/identity/accounts/repeated-sign-up.writes.server.ts'
import { weaknessText } from '../../domains/identity/credentials/password.rules.ts'
import { parseIntent, signInForm, signUpForm } from '../../domains/identity/identity.contract.ts'
import { nextPath, sessionCookies } from '../../domains/identity/identity.rules.ts'
import { PasskeyForm } from '../../domains/identity/mfa/ui/passkey-form.tsx'
import { signIn } from '../../domains/identity/sign-in.writes.server.ts'
import { offered } from '../../domains/identity/social/providers.rules.ts'
import { ProviderButtons } from '../../domains/identity/social/ui/provider-buttons.tsx'
import { SignInForm, SignUpForm, SwitchForm } from '../../domains/identity/ui/account-forms.tsx'
import { CheckMail } from '../../domains/identity/ui/check-email.tsx'
import css from '../../ui/passkey.css?inline'
import { describePage, getRootData } from '../meta.ts'
import { engineContext, platformContext, visitorContext } from '../request-context.ts'
import { setCookies } from '../set-cookies.ts'
import type { Route } from './+types/sign-in.ts'
import { nextStepUrl } from './after-sign-in.server.ts'
import * as messages from './messages.en.yaml'
import { reauthenticateUrl, redirectAfterSignIn } from './redirect-after-sign-in.ts'

export const handle = { css }

const titles = { 'sign-in': messages.welcomeBack, 'sign-up': messages.createAccount }

function parseQuery(request: Request) {
  const query = new URL(request.url).searchParams
  const mode: 'sign-in' | 'sign-up' = query.get('mode') === 'sign-up' ? 'sign-up' : 'sign-in'
  const next = query.get('next') ?? undefined
  const wanted = parseIntent(query.get('save'), query.get('journal'))
  return { mode, carried: { ...(next && { next: nextPath(next) }), ...(wanted && { wanted }) } }
}

export function loader({ request, context }: Route.LoaderArgs) {
  const { session, owner, unknown } = context.get(visitorContext)
  if (unknown) throw data(null, 503)
  const query = parseQuery(request)
  if (owner) throw redirect(redirectAfterSignIn(query.carried))
  if (session?.owes_factor) throw redirect(reauthenticateUrl(query.carried))
  if (session?.locked) {
    throw redirect(
      `${href('/auth-test/locked')}?${new URLSearchParams({ next: redirectAfterSignIn(query.carried) })}`,
    )
  }
  return { ...query, providers: context.get(platformContext).config.providers.map(offered) }
}

/** A rejected form keeps its email and checkboxes; passwords never return. */
export async function action({ request, context }: Route.ActionArgs) {
  const engine = context.get(engineContext)
  const { device, address } = context.get(visitorContext)
  const { mode, carried } = parseQuery(request)
  const form = Object.fromEntries(await request.formData())
  const parsed = (mode === 'sign-up' ? signUpForm : signInForm).safeParse(form)
  const email = typeof form.email === 'string' ? form.email.slice(0, 254) : ''
  const ticked = { of_age: form.of_age === 'on', shared_device: form.shared_device === 'on' }
  const reject = (problems: { form?: string; fields?: Record<string, string> }, status: number) =>
    data({ email, ticked, problems }, status)
  if (!parsed.success) return reject({ fields: firstMessages(parsed.error) }, 400)
  const requestInfo = { device, address, shared_device: parsed.data.shared_device === 'on' }
  const result =
    mode === 'sign-up'
      ? await signUpOnce(engine, { ...parsed.data, wanted: carried.wanted }, requestInfo)
      : await signIn(engine, parsed.data, requestInfo)
  switch (result.outcome) {
    case 'signed_in':
    case 'needs_factor': {
      const headers = setCookies(sessionCookies(result.token, requestInfo.shared_device, 'SIGNED_IN'))
      return redirect(nextStepUrl(carried, result), { headers })
    }
    case 'check_mail':
      return data({ email, check_mail: true }, 200)
    case 'weak':
      return reject({ fields: { password: weaknessText(result.reasons) } }, 400)
    case 'taken':
      return reject({ fields: { email: messages.emailTaken() } }, 409)
    case 'closed':
      return reject({ form: messages.signUpClosed() }, 503)
    case 'suspended':
      return reject({ form: messages.suspended() }, 403)
    case 'wait':
      return reject({ form: messages.tooManySignIns({ minutes: toMinutes(result.seconds) }) }, 429)
    case 'wrong':
      return reject({ form: wrongCredentials(engine.config.smtpUrl !== undefined) }, 400)
  }
}

/** The same for everyone: it must not reveal whether an unconfirmed account exists. */
const wrongCredentials = (mails: boolean) =>
  mails ? `${messages.wrongCredentials()} ${messages.openLinkFirst()}` : messages.wrongCredentials()

const toMinutes = (seconds: number) => (seconds > 90 ? Math.ceil(seconds / 60) : 1)

/** The first error of each field. */
function firstMessages({ issues }: z.ZodError): Record<string, string> {
  return Object.fromEntries(issues.toReversed().map((issue) => [String(issue.path[0]), issue.message]))
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  describePage(matches, {
    title: titles[loaderData?.mode ?? 'sign-in'](),
    description: messages.signInDescription(),
    path: href('/auth-test'),
    noindex: true,
  })

export default function SignInPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { mode, carried, providers } = loaderData
  const root = getRootData(matches)
  const form = { carried, ...(actionData && 'problems' in actionData && actionData) }
  return (
    <div className="wrap auth" data-preload={root?.shell.preloadFiles.join(' ') || undefined}>
      {actionData && 'check_mail' in actionData ? (
        <CheckMail email={actionData.email} />
      ) : (
        <>
          <h1>{titles[mode]()}</h1>
          <cookie-note class="form-problem" role="alert" hidden>
            {messages.cookiesBlocked()} {root?.publicUrl.startsWith('http:') && messages.safariHttp()}
          </cookie-note>
          {mode === 'sign-up' ? <SignUpForm {...form} /> : <SignInForm {...form} />}
          <ProviderButtons providers={providers} mode={mode} carried={carried} />
          {mode === 'sign-in' && (
            <PasskeyForm
              kind="sign-in"
              to={redirectAfterSignIn(carried)}
              files={root?.shell.passkey}
              submit={messages.signInWithPasskey()}
            />
          )}
          <SwitchForm mode={mode} carried={carried} />
          {mode === 'sign-in' && (
            <p>
              <a href={href('/auth-test/reset')}>{messages.forgotPassword()}</a>
            </p>
          )}
        </>
      )}
    </div>
  )
}
