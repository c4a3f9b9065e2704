import { createContext, data, redirect } from 'react-router'
import { JournalClosed } from '../../domains/connections/ui/journal-unavailable.tsx'
import { nextPath } from '../../domains/identity/identity.rules.ts'
import { notSignedIn } from '../../platform/owner.ts'
import css from '../../ui/contact.css?inline'
import { signInUrl, visitorContext } from '../request-context.ts'
import type { Route } from './+types/submission-rejected.ts'

export const handle = { css }

export const meta: Route.MetaFunction = () => [{ title: 'Sign in' }, { name: 'robots', content: 'noindex' }]

const notRead = 'Something went wrong on our side. Please go back and try again in a moment.'

/** React Router asks the loader once more after the action. */
const posted = createContext(false)

/** Only a form leads here (server/http/app.ts). */
export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(posted)) throw redirect('/auth-test')
  return null
}

/** A form of a private page, of somebody who was signed out meanwhile, or could not be read. What they wrote is nobody else's, and not kept here. */
export async function action({ request, context }: Route.ActionArgs) {
  context.set(posted, true)
  const visitor = context.get(visitorContext)
  const { session, stale = false, unknown = false } = visitor
  const typed = String((await request.formData()).get('content') ?? '')
  const to = signInUrl(visitor, nextPath(new URL(request.url).searchParams.get('next')))
  const because = session?.locked ? 'locked' : session?.owes_factor ? 'owing' : 'out'
  if (unknown) return data({ because: notRead, typed, to: undefined, stale }, 503)
  return data({ because: notSignedIn[because], typed, to: stale ? undefined : to, stale }, 401)
}

export default function NotSent({ actionData }: Route.ComponentProps) {
  if (!actionData) return null
  const { because, typed, to, stale } = actionData
  return (
    <div className="wrap narrow grid gap-6 py-16">
      <h1>This was not sent</h1>
      {stale && <p>Someone else is signed in here now. None of this went to them.</p>}
      <JournalClosed because={because} typed={typed} />
      {to && (
        <p>
          <a href={to} className="btn">
            Sign in
          </a>
        </p>
      )}
    </div>
  )
}
