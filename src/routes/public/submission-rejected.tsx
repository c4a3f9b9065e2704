import { data, href, redirect } from 'react-router'
import { JournalUnavailable } from '../../domains/connections/ui/journal-unavailable.tsx'
import { nextPath } from '../../domains/identity/identity.rules.ts'
import { notSignedIn } from '../../platform/owner.ts'
import css from '../../ui/contact.css?inline'
import { actionRanContext, signInUrl, visitorContext } from '../request-context.ts'
import type { Route } from './+types/submission-rejected.ts'

export const handle = { css }

export const meta = () => [{ title: 'Sign in' }, { name: 'robots', content: 'noindex' }]

const serverErrorMessage = 'Something went wrong on our side. Please go back and try again in a moment.'

export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(actionRanContext)) throw redirect(href('/auth-test'))
  return null
}

/** Returns the text of a user signed out meanwhile, and stores none of it. */
export async function action({ request, context }: Route.ActionArgs) {
  context.set(actionRanContext, true)
  const visitor = context.get(visitorContext)
  const { session, stale = false, unknown = false } = visitor
  const typed = String((await request.formData()).get('content') ?? '')
  const to = signInUrl(visitor, nextPath(new URL(request.url).searchParams.get('next')))
  const because = session?.locked ? 'locked' : session?.owes_factor ? 'owing' : 'out'
  if (unknown) return data({ because: serverErrorMessage, typed, to: undefined, stale }, 503)
  return data({ because: notSignedIn[because], typed, to: stale ? undefined : to, stale }, 401)
}

export default function SubmissionRejectedPage({ actionData }: Route.ComponentProps) {
  if (!actionData) return null
  const { because, typed, to, stale } = actionData
  return (
    <div className="wrap narrow grid gap-6 py-16">
      <h1>This was not sent</h1>
      {stale && <p>Someone else is signed in here now. None of this went to them.</p>}
      <JournalUnavailable reason={because} text={typed} />
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
