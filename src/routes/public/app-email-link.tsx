import { data, redirect } from 'react-router'
import { appLink } from '../../auth-api/sign-in/verify-links.contract.ts'
import { readAppLink } from '../../auth-api/sign-in/verify-links.reads.server.ts'
import { followLink } from '../../auth-api/sign-in/verify-links.writes.server.ts'
import { passwordLength } from '../../domains/identity/credentials/password.rules.ts'
import { linkProblem } from '../../domains/identity/identity.rules.ts'
import { ConfirmLink, ExpiredLink, LinkRedirect } from '../../domains/identity/ui/email-link.tsx'
import { actionRanContext, engineContext, visitorContext } from '../request-context.ts'
import type { Route } from './+types/app-email-link.ts'
import * as messages from './messages.en.yaml'

export const meta = () => [{ title: messages.confirm() }, { name: 'robots', content: 'noindex' }]
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

/** A client app's email link. Opening it changes nothing (docs/decisions/008). */
export async function loader({ request, context }: Route.LoaderArgs) {
  if (context.get(actionRanContext)) return null
  const link = appLink.parse(Object.fromEntries(new URL(request.url).searchParams))
  const linkState = await readAppLink(context.get(engineContext), link)
  if (linkState.state === 'ours') throw redirect(linkState.to.href)
  if (linkState.state === 'gone') return data({ state: linkState.state, to: linkState.to?.href }, 410)
  const { state, to, address, newEmail, asks } = linkState
  return { state, to: to.href, link, address, newEmail, asks: asks !== undefined }
}

/** Tokens go to the app in its URL; no cookie is read or set. */
export async function action({ request, context }: Route.ActionArgs) {
  context.set(actionRanContext, true)
  const { device, address } = context.get(visitorContext)
  const form = Object.fromEntries(await request.formData())
  const link = appLink.parse(form)
  const requestInfo = { device, address, shared_device: false }
  const password = String(form.password ?? '').slice(0, passwordLength.max)
  const result = await followLink(context.get(engineContext), link, requestInfo, password)
  if ('outcome' in result) {
    const { outcome, to, address } = result
    const waiting = { state: 'waiting' as const, to: to.href, link, address, asks: true }
    return data({ ...waiting, problem: linkProblem(outcome) }, outcome === 'wait' ? 429 : 400)
  }
  const { to } = result
  if (!to) return data({ state: 'gone' as const, to: undefined }, 410)
  // Not a redirect: Chromium checks a form's redirects against form-action.
  return data({ state: 'followed' as const, to: to.href }, { headers: { Refresh: `0;url=${to.href}` } })
}

export default function AppEmailLinkPage({ loaderData, actionData }: Route.ComponentProps) {
  const result = actionData ?? loaderData
  return (
    <div className="wrap auth">
      {result?.state === 'waiting' && <ConfirmLink {...result} />}
      {result?.state === 'followed' && <LinkRedirect {...result} />}
      {result?.state === 'gone' && <ExpiredLink app={result.to} />}
    </div>
  )
}
