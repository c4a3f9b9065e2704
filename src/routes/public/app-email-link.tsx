import { createContext, data, redirect } from 'react-router'
import { appLink } from '../../auth-api/sign-in/verify-links.contract.ts'
import { readAppLink } from '../../auth-api/sign-in/verify-links.reads.server.ts'
import { followLink } from '../../auth-api/sign-in/verify-links.writes.server.ts'
import { passwordLength } from '../../domains/identity/credentials/password.rules.ts'
import { linkProblems } from '../../domains/identity/identity.rules.ts'
import { LinkFollowed, LinkGone, LinkWaiting } from '../../domains/identity/ui/email-link.tsx'
import { engineContext, visitorContext } from '../request-context.ts'
import type { Route } from './+types/app-email-link.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Confirm' }, { name: 'robots', content: 'noindex' }]
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

/** React Router asks the loader once more after the action. */
const posted = createContext(false)

/** Where a letter leads that an app of its own asked for: opening it does nothing yet (docs/decisions/008). */
export async function loader({ request, context }: Route.LoaderArgs) {
  if (context.get(posted)) return null
  const link = appLink.parse(Object.fromEntries(new URL(request.url).searchParams))
  const found = await readAppLink(context.get(engineContext), link)
  if (found.state === 'ours') throw redirect(found.to.href)
  if (found.state === 'gone') return data({ state: found.state, to: found.to?.href }, 410)
  const { state, to, address, newEmail, asks } = found
  return { state, to: to.href, link, address, newEmail, asks: asks !== undefined }
}

/** Whoever pressed is signed in at the app, by what it finds in its address, and not here: no cookie counts, none is set. */
export async function action({ request, context }: Route.ActionArgs) {
  context.set(posted, true)
  const { device, address } = context.get(visitorContext)
  const form = Object.fromEntries(await request.formData())
  const link = appLink.parse(form)
  const requestInfo = { device, address, shared_device: false }
  const password = String(form.password ?? '').slice(0, passwordLength.max)
  const followed = await followLink(context.get(engineContext), link, requestInfo, password)
  if ('outcome' in followed) {
    const said = { state: 'waiting' as const, to: followed.to.href, link, address: followed.address }
    const problem = linkProblems[followed.outcome]
    return data({ ...said, asks: true, problem }, followed.outcome === 'wait' ? 429 : 400)
  }
  const { to } = followed
  if (!to) return data({ state: 'gone' as const, to: undefined }, 410)
  // Not a redirect: Chromium holds a form's redirects against form-action, the app's own further ones too (server/http/quick-hide.ts).
  return data({ state: 'followed' as const, to: to.href }, { headers: { Refresh: `0;url=${to.href}` } })
}

export default function AppLinkPage({ loaderData, actionData }: Route.ComponentProps) {
  const said = actionData ?? loaderData
  return (
    <div className="wrap auth">
      {said?.state === 'waiting' && <LinkWaiting {...said} />}
      {said?.state === 'followed' && <LinkFollowed {...said} />}
      {said?.state === 'gone' && <LinkGone app={said.to} />}
    </div>
  )
}
