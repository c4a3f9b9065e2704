import { createContext, data, type RouterContextProvider, redirect } from 'react-router'
import type { FinishOutcome, Refusal } from '../../domains/identity/providers/contract.ts'
import { browserOf } from '../../domains/identity/providers/rules.ts'
import { AgeQuestion } from '../../domains/identity/providers/ui/provider-buttons.tsx'
import { ProviderSays } from '../../domains/identity/providers/ui/provider-says.tsx'
import { finishFlow } from '../../domains/identity/providers/writes.server.ts'
import { sessionCookies } from '../../domains/identity/rules.ts'
import { engineContext, platformContext, visitorContext } from '../context.ts'
import type { Route } from './+types/provider-callback.ts'
import { onwards, proveFirst } from './sign-in.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Sign in' }, { name: 'robots', content: 'noindex' }]

const statusOf: Record<Refusal, number> = {
  gone: 410,
  denied: 200,
  failed: 400,
  has_account: 409,
  suspended: 403,
  restricted: 403,
  wait: 429,
  not_linked: 403,
  not_fresh: 403,
  identity_already_exists: 409,
  identity_not_found: 404,
  single_identity_not_deletable: 409,
}

/** React Router asks the loader once more after the action. */
const posted = createContext(false)

/** Where a provider sends the person back to, by its answer in the address. */
export function loader({ request, context }: Route.LoaderArgs) {
  if (context.get(posted)) return null
  return finish(request, context, new URL(request.url).searchParams)
}

/** The same by a form (OAuth 2.0 Form Post Response Mode), which comes from the provider's site: server/app.ts lets it in. */
export async function action({ request, context }: Route.ActionArgs) {
  context.set(posted, true)
  const form = await request.formData()
  const pairs = [...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return finish(request, context, new URLSearchParams(pairs))
}

async function finish(request: Request, context: Readonly<RouterContextProvider>, answer: URLSearchParams) {
  const { config } = context.get(platformContext)
  const visitor = context.get(visitorContext)
  const browser = browserOf(request.headers.get('Cookie'))
  return answerTo(
    await finishFlow(context.get(engineContext), config.providers, answer, browser, visitor),
    visitor.owner !== undefined,
  )
}

/** @throws the redirect of who is signed in now */
export function answerTo(outcome: FinishOutcome, signed_in: boolean) {
  if (outcome.outcome === 'signed_in') {
    const headers = new Headers()
    const { token, session } = outcome
    for (const cookie of sessionCookies(token, session.shared_device, 'SIGNED_IN'))
      headers.append('Set-Cookie', cookie)
    throw redirect(session.owes_factor ? proveFirst(outcome) : onwards(outcome), { status: 303, headers })
  }
  if (outcome.outcome === 'linked') throw redirect('/dashboard/settings', 303)
  const status = outcome.outcome === 'refused' ? statusOf[outcome.reason] : 200
  return data({ ...outcome, signed_in }, status)
}

export default function ProviderCallback({ loaderData, actionData }: Route.ComponentProps) {
  const said = actionData ?? loaderData
  if (!said) return null
  return (
    <div className="wrap auth">
      {said.outcome === 'needs_age' ? <AgeQuestion {...said} /> : <ProviderSays {...said} />}
    </div>
  )
}
