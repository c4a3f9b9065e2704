import { data, href, redirect } from 'react-router'
import { JournalUnavailable } from '../../domains/connections/ui/journal-unavailable.tsx'
import { nextPath } from '../../domains/identity/identity.rules.ts'
import { secondStepMissing, sessionLocked, signedOutMeanwhile } from '../../platform/messages.en.yaml'
import css from '../../ui/contact.css?inline'
import { actionRanContext, signInUrl, visitorContext } from '../request-context.ts'
import type { Route } from './+types/submission-rejected.ts'
import * as messages from './messages.en.yaml'

export const handle = { css }

export const meta = () => [{ title: messages.signIn() }, { name: 'robots', content: 'noindex' }]

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
  const because = session?.locked
    ? sessionLocked
    : session?.owes_factor
      ? secondStepMissing
      : signedOutMeanwhile
  if (unknown) return data({ because: messages.serverFailed(), typed, to: undefined, stale }, 503)
  return data({ because: because(), typed, to: stale ? undefined : to, stale }, 401)
}

export default function SubmissionRejectedPage({ actionData }: Route.ComponentProps) {
  if (!actionData) return null
  const { because, typed, to, stale } = actionData
  return (
    <div className="wrap narrow grid gap-6 py-16">
      <h1>{messages.notSent()}</h1>
      {stale && <p>{messages.otherUser()}</p>}
      <JournalUnavailable reason={because} text={typed} />
      {to && (
        <p>
          <a href={to} className="btn">
            {messages.signIn()}
          </a>
        </p>
      )}
    </div>
  )
}
