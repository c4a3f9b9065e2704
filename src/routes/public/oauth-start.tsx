import { data, href, type RouterContextProvider, redirect } from 'react-router'
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
import { AgeQuestion, ProviderRedirect } from '../../domains/identity/social/ui/provider-buttons.tsx'
import { ProviderMessage } from '../../domains/identity/social/ui/provider-message.tsx'
import type { OpenidProvider } from '../../platform/openid-providers.server.ts'
import { actionRanContext, engineContext, platformContext, visitorContext } from '../request-context.ts'
import type { Route } from './+types/oauth-start.ts'
import * as messages from './messages.en.yaml'
import { oauthResponse } from './oauth-result.server.ts'
import { redirectAfterSignIn } from './redirect-after-sign-in.ts'

export const meta = () => [{ title: messages.signIn() }, { name: 'robots', content: 'noindex' }]
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

type Context = Readonly<RouterContextProvider>

/** Throws a redirect to sign-in for an unknown provider. */
function findProvider(context: Context, key: string | undefined): OpenidProvider {
  const provider = context.get(platformContext).config.providers.find((one) => one.key === key)
  if (!provider) throw redirect(href('/auth-test'))
  return provider
}

const providerUnreachable = (provider: OfferedProvider, signed_in: boolean) =>
  data(
    { outcome: 'refused' as const, reason: 'failed' as const, provider: offered(provider), signed_in },
    503,
  )

async function beginFlow(
  { request, context }: Pick<Route.ActionArgs, 'request' | 'context'>,
  provider: OpenidProvider,
  checkboxes: { of_age: boolean; shared_device: boolean },
  forSession?: { id: string; user_id: string; proves: boolean },
) {
  const query = new URL(request.url).searchParams
  const next = query.get('next')
  const wanted = parseIntent(query.get('save'), query.get('journal'))
  const { device } = context.get(visitorContext)
  const input = { ...(next && { next: nextPath(next) }), ...(wanted && { wanted }), ...checkboxes, device }
  const browserId = browserOf(request.headers.get('Cookie'))
  return startFlow(context.get(engineContext), provider, input, browserId, forSession)
}

export async function loader(args: Route.LoaderArgs) {
  const { context, params, request } = args
  if (context.get(actionRanContext)) return null
  const provider = findProvider(context, params.provider)
  if (context.get(visitorContext).owner) throw redirect(redirectAfterSignIn({}))
  const shared_device = new URL(request.url).searchParams.get('shared_device') === 'on'
  const flow = await beginFlow(args, provider, { of_age: false, shared_device })
  if (!flow) return providerUnreachable(provider, false)
  throw redirect(flow.to, { headers: { 'Set-Cookie': flowCookieFor(flow.browser) } })
}

/** React Router rejects posts from other sites. */
export async function action(args: Route.ActionArgs) {
  const { request, context, params } = args
  context.set(actionRanContext, true)
  const provider = findProvider(context, params.provider)
  const engine = context.get(engineContext)
  const { session, owner, address } = context.get(visitorContext)
  const parsed = startForm.safeParse(Object.fromEntries(await request.formData()))
  if (!parsed.success) throw redirect(href('/auth-test'))
  const { intent, ticket = '', identity_id = '', ...ticks } = parsed.data
  const of_age = ticks.of_age === 'on'
  if (intent === 'join') {
    if (!of_age) {
      const error = messages.tooYoung()
      return data({ outcome: 'needs_age' as const, provider: offered(provider), ticket, error }, 400)
    }
    const { providers } = context.get(platformContext).config
    const browserId = browserOf(request.headers.get('Cookie'))
    return oauthResponse(await join(engine, providers, ticket, browserId, { address }), false)
  }
  const linking = intent === 'link' || intent === 'unlink'
  const needsSession = linking || intent === 'prove'
  if (needsSession && (!session || !owner))
    throw redirect(`${href('/auth-test')}?next=${href('/dashboard/settings')}`)
  if (intent === 'link' && session && restrictedAccountError(session)) {
    return oauthResponse({ outcome: 'refused', reason: 'restricted', provider: offered(provider) }, true)
  }
  // Needs a recent reauthentication.
  if (linking && session && !isRecentlyAuthenticated(session, engine.clock.now())) {
    throw redirect(reauthUrl)
  }
  if (intent === 'unlink' && owner) {
    const reason = await unlink(engine.auth, owner.user_id, identity_id, engine.clock.now())
    if (!reason) throw redirect(href('/dashboard/settings'), 303)
    return oauthResponse({ outcome: 'refused', reason, provider: offered(provider) }, true)
  }
  if (intent === 'prove' && session) {
    const { providers } = await listReauthMethods(engine, session, [provider])
    // A stronger method exists, or no identity at this provider.
    if (providers.length === 0) throw redirect(reauthUrl)
  }
  const checkboxes = { of_age, shared_device: ticks.shared_device === 'on' }
  const forSession =
    needsSession && session
      ? { id: session.id, user_id: session.user_id, proves: intent === 'prove' }
      : undefined
  const flow = await beginFlow(args, provider, checkboxes, forSession)
  if (!flow) return providerUnreachable(provider, needsSession)
  // Not a redirect: Chromium checks a form's redirects against form-action, and we can't list the
  // provider's. Refresh keeps the policy at 'self'.
  const headers = { Refresh: `0;url=${flow.to}`, 'Set-Cookie': flowCookieFor(flow.browser) }
  return data({ outcome: 'leaving' as const, provider: offered(provider), to: flow.to }, { headers })
}

export default function OAuthStartPage({ loaderData, actionData }: Route.ComponentProps) {
  const result = actionData ?? loaderData
  if (!result) return null
  return (
    <div className="wrap auth">
      {result.outcome === 'leaving' && <ProviderRedirect {...result} />}
      {result.outcome === 'needs_age' && <AgeQuestion {...result} />}
      {result.outcome === 'refused' && <ProviderMessage {...result} />}
    </div>
  )
}
