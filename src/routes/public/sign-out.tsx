import { redirect } from 'react-router'
import { sessionCookies } from '../../domains/identity/rules.ts'
import { signOut } from '../../domains/identity/writes.server.ts'
import { loggable } from '../../platform/log.server.ts'
import { engineContext, visitorContext } from '../context.ts'
import type { Route } from './+types/sign-out.ts'

/** Nothing stands at this address: a link that was saved leads home. */
export const loader = () => redirect('/')

/** Ends the session and goes home. A failure is only logged, and the browser forgets all the same (specification, point 2). */
export async function action({ context }: Route.ActionArgs) {
  const { auth, log } = context.get(engineContext)
  const { token } = context.get(visitorContext)
  try {
    if (token) await signOut(auth, token)
  } catch (thrown) {
    log.error('a session could not be ended', { error: loggable(thrown) })
  }
  const headers = new Headers()
  for (const cookie of sessionCookies()) headers.append('Set-Cookie', cookie)
  return redirect('/', { headers })
}
