import type { RouterContextProvider } from 'react-router'
import { browserOf } from '../../domains/identity/social/providers.rules.ts'
import { finishFlow } from '../../domains/identity/social/providers.writes.server.ts'
import { AgeQuestion } from '../../domains/identity/social/ui/provider-buttons.tsx'
import { ProviderMessage } from '../../domains/identity/social/ui/provider-message.tsx'
import { actionRanContext, engineContext, platformContext, visitorContext } from '../request-context.ts'
import type { Route } from './+types/oauth-callback.ts'
import * as messages from './messages.en.yaml'
import { oauthResponse } from './oauth-result.server.ts'

export const meta = () => [{ title: messages.signIn() }, { name: 'robots', content: 'noindex' }]

export function loader({ request, context }: Route.LoaderArgs) {
  if (context.get(actionRanContext)) return null
  return finish(request, context, new URL(request.url).searchParams)
}

/** OAuth 2.0 Form Post Response Mode: a cross-site post, so server/http/private-pages.ts exempts this path from the origin check. */
export async function action({ request, context }: Route.ActionArgs) {
  context.set(actionRanContext, true)
  const form = await request.formData()
  const pairs = [...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return finish(request, context, new URLSearchParams(pairs))
}

async function finish(request: Request, context: Readonly<RouterContextProvider>, params: URLSearchParams) {
  const { config } = context.get(platformContext)
  const visitor = context.get(visitorContext)
  const browser = browserOf(request.headers.get('Cookie'))
  return oauthResponse(
    await finishFlow(context.get(engineContext), config.providers, params, browser, visitor),
    visitor.owner !== undefined,
  )
}

export default function OAuthCallbackPage({ loaderData, actionData }: Route.ComponentProps) {
  const result = actionData ?? loaderData
  if (!result) return null
  return (
    <div className="wrap auth">
      {result.outcome === 'needs_age' ? <AgeQuestion {...result} /> : <ProviderMessage {...result} />}
    </div>
  )
}
