import { data } from 'react-router'
import { linkByConsent } from '../../auth-api/oauth/oauth.writes.server.ts'
import { readUser } from '../../domains/identity/identity.reads.server.ts'
import { readFlow } from '../../domains/identity/social/oauth-state.reads.server.ts'
import { offered } from '../../domains/identity/social/providers.rules.ts'
import { ConsentGone, LinkConsent } from '../../domains/identity/social/ui/link-consent.tsx'
import { LinkRedirect } from '../../domains/identity/ui/email-link.tsx'
import { actionRanContext, engineContext, platformContext, visitorContext } from '../request-context.ts'
import type { Route } from './+types/oauth-consent.ts'
import * as messages from './messages.en.yaml'

export const meta = () => [{ title: messages.confirm() }, { name: 'robots', content: 'noindex' }]
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

/** Asks before an app's identity is linked (docs/decisions/009). */
export async function loader({ request, context }: Route.LoaderArgs) {
  if (context.get(actionRanContext)) return null
  const engine = context.get(engineContext)
  const ticket = new URL(request.url).searchParams.get('ticket') ?? ''
  const flow = await readFlow(engine, ticket, 'consent')
  const provider = context.get(platformContext).config.providers.find(({ key }) => key === flow?.provider)
  if (!flow?.user_id || !provider) return data({ state: 'gone' as const }, 410)
  const user = await readUser(engine.auth, flow.user_id)
  return { state: 'pending' as const, ticket, provider: offered(provider), email: user?.email ?? null }
}

/** Tokens go to the app in its URL; no cookie is read or set. */
export async function action({ request, context }: Route.ActionArgs) {
  context.set(actionRanContext, true)
  const { device, address } = context.get(visitorContext)
  const ticket = String((await request.formData()).get('ticket') ?? '')
  const requestInfo = { device, address, shared_device: false }
  const to = await linkByConsent(context.get(engineContext), ticket, requestInfo)
  if (!to) return data({ state: 'gone' as const }, 410)
  // Not a redirect: see oauth-start.tsx.
  return data({ state: 'linked' as const, to }, { headers: { Refresh: `0;url=${to}` } })
}

export default function OAuthConsentPage({ loaderData, actionData }: Route.ComponentProps) {
  const result = actionData ?? loaderData
  return (
    <div className="wrap auth">
      {result?.state === 'pending' && <LinkConsent {...result} />}
      {result?.state === 'linked' && <LinkRedirect to={result.to} />}
      {result?.state === 'gone' && <ConsentGone />}
    </div>
  )
}
