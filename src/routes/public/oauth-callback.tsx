import { createContext, type RouterContextProvider } from 'react-router'
import { browserOf } from '../../domains/identity/social/providers.rules.ts'
import { finishFlow } from '../../domains/identity/social/providers.writes.server.ts'
import { AgeQuestion } from '../../domains/identity/social/ui/provider-buttons.tsx'
import { ProviderSays } from '../../domains/identity/social/ui/provider-message.tsx'
import { engineContext, platformContext, visitorContext } from '../request-context.ts'
import type { Route } from './+types/oauth-callback.ts'
import { answerTo } from './oauth-result.server.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Sign in' }, { name: 'robots', content: 'noindex' }]

/** React Router asks the loader once more after the action. */
const posted = createContext(false)

/** Where a provider sends the person back to, by its answer in the address. */
export function loader({ request, context }: Route.LoaderArgs) {
  if (context.get(posted)) return null
  return finish(request, context, new URL(request.url).searchParams)
}

/** The same by a form (OAuth 2.0 Form Post Response Mode), which comes from the provider's site: server/http/app.ts lets it in. */
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

export default function ProviderCallback({ loaderData, actionData }: Route.ComponentProps) {
  const said = actionData ?? loaderData
  if (!said) return null
  return (
    <div className="wrap auth">
      {said.outcome === 'needs_age' ? <AgeQuestion {...said} /> : <ProviderSays {...said} />}
    </div>
  )
}
