import { createContext, data, type RouterContextProvider, redirect } from 'react-router'
import { parseIntent } from '../../domains/identity/identity.contract.ts'
import {
  isRecentlyAuthenticated,
  nextPath,
  restrictedAccountError,
} from '../../domains/identity/identity.rules.ts'
import { reauthUrl } from '../../domains/identity/mfa/factors.rules.ts'
import { listReauthMethods } from '../../domains/identity/reauth/reauth.reads.server.ts'
import { unlink } from '../../domains/identity/social/linked-accounts.writes.server.ts'
import { type OfferedProvider, startForm } from '../../domains/identity/social/providers.contract.ts'
import { browserOf, flowCookieFor, offered } from '../../domains/identity/social/providers.rules.ts'
import { join, startFlow } from '../../domains/identity/social/providers.writes.server.ts'
import { AgeQuestion, Leaving } from '../../domains/identity/social/ui/provider-buttons.tsx'
import { ProviderSays } from '../../domains/identity/social/ui/provider-message.tsx'
import type { OpenidProvider } from '../../platform/openid-providers.server.ts'
import { engineContext, platformContext, visitorContext } from '../request-context.ts'
import type { Route } from './+types/oauth-start.ts'
import { answerTo } from './oauth-result.server.ts'
import { redirectAfterSignIn } from './redirect-after-sign-in.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Sign in' }, { name: 'robots', content: 'noindex' }]
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

/** React Router asks the loader once more after the action. */
const posted = createContext(false)

type Context = Readonly<RouterContextProvider>

/** The configured provider of an address; of any other name there is nothing to say but where sign-in is. */
function providerOf(context: Context, key: string | undefined): OpenidProvider {
  const provider = context.get(platformContext).config.providers.find((one) => one.key === key)
  if (!provider) throw redirect('/auth-test')
  return provider
}

const unreachable = (provider: OfferedProvider, signed_in: boolean) =>
  data(
    { outcome: 'refused' as const, reason: 'failed' as const, provider: offered(provider), signed_in },
    503,
  )

async function start(
  { request, context, params }: Pick<Route.ActionArgs, 'request' | 'context' | 'params'>,
  ticked: { of_age: boolean; shared_device: boolean },
  asking?: { id: string; user_id: string; proves: boolean },
) {
  const query = new URL(request.url).searchParams
  const next = query.get('next')
  const wanted = parseIntent(query.get('save'), query.get('journal'))
  const { device } = context.get(visitorContext)
  const brought = { ...(next && { next: nextPath(next) }), ...(wanted && { wanted }), ...ticked, device }
  const known = browserOf(request.headers.get('Cookie'))
  return startFlow(context.get(engineContext), providerOf(context, params.provider), brought, known, asking)
}

/** A link to a provider: somebody who is signed in has no need of it. */
export async function loader(args: Route.LoaderArgs) {
  const { context, params, request } = args
  if (context.get(posted)) return null
  const provider = providerOf(context, params.provider)
  if (context.get(visitorContext).owner) throw redirect(redirectAfterSignIn({}))
  const shared_device = new URL(request.url).searchParams.get('shared_device') === 'on'
  const started = await start(args, { of_age: false, shared_device })
  if (!started) return unreachable(provider, false)
  throw redirect(started.to, { headers: { 'Set-Cookie': flowCookieFor(started.browser) } })
}

/** The buttons of the sign-in page and of Settings; the router lets no other site press them. */
export async function action(args: Route.ActionArgs) {
  const { request, context, params } = args
  context.set(posted, true)
  const provider = providerOf(context, params.provider)
  const engine = context.get(engineContext)
  const { session, owner, address } = context.get(visitorContext)
  const parsed = startForm.safeParse(Object.fromEntries(await request.formData()))
  if (!parsed.success) throw redirect('/auth-test')
  const { intent, ticket = '', identity_id = '', ...ticks } = parsed.data
  const of_age = ticks.of_age === 'on'
  if (intent === 'join') {
    if (!of_age) {
      const error = 'Please confirm that you are at least 16 years old.'
      return data({ outcome: 'needs_age' as const, provider: offered(provider), ticket, error }, 400)
    }
    const { providers } = context.get(platformContext).config
    const joined = await join(engine, providers, ticket, browserOf(request.headers.get('Cookie')), {
      address,
    })
    return answerTo(joined, false)
  }
  const linking = intent === 'link' || intent === 'unlink'
  const theirs = linking || intent === 'prove'
  if (theirs && (!session || !owner)) throw redirect('/auth-test?next=/dashboard/settings')
  if (intent === 'link' && session && restrictedAccountError(session)) {
    return answerTo({ outcome: 'refused', reason: 'restricted', provider: offered(provider) }, true)
  }
  // How an account opens is changed only by who has shown a moment ago that it is theirs.
  if (linking && session && !isRecentlyAuthenticated(session, engine.clock.now())) {
    throw redirect(reauthUrl)
  }
  if (intent === 'unlink' && owner) {
    const reason = await unlink(engine.auth, owner.user_id, identity_id, engine.clock.now())
    if (!reason) throw redirect('/dashboard/settings', 303)
    return answerTo({ outcome: 'refused', reason, provider: offered(provider) }, true)
  }
  if (intent === 'prove' && session) {
    const { providers } = await listReauthMethods(engine, session, [provider])
    // Where there is a stronger way, or where it is not theirs.
    if (providers.length === 0) throw redirect(reauthUrl)
  }
  const ticked = { of_age, shared_device: ticks.shared_device === 'on' }
  const asking =
    theirs && session ? { id: session.id, user_id: session.user_id, proves: intent === 'prove' } : undefined
  const started = await start(args, ticked, asking)
  if (!started) return unreachable(provider, theirs)
  // Not a redirect: Chromium holds a form's redirects against form-action, the provider's own further ones too, which nobody
  // can list. A page that goes on by itself leaves the policy at 'self' (tried in test/e2e/social-sign-in.e2e.ts).
  const on = { Refresh: `0;url=${started.to}`, 'Set-Cookie': flowCookieFor(started.browser) }
  return data({ outcome: 'leaving' as const, provider: offered(provider), to: started.to }, { headers: on })
}

export default function ProviderStart({ loaderData, actionData }: Route.ComponentProps) {
  const said = actionData ?? loaderData
  if (!said) return null
  return (
    <div className="wrap auth">
      {said.outcome === 'leaving' && <Leaving {...said} />}
      {said.outcome === 'needs_age' && <AgeQuestion {...said} />}
      {said.outcome === 'refused' && <ProviderSays {...said} />}
    </div>
  )
}
