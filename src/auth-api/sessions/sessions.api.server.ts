import { type Context, Hono } from 'hono'
import { missingCredentials } from '../auth-api.contract.ts'
import { authError, isAuthError, phoneDisabled } from '../auth-api.rules.ts'
import { publicHandler, type RouteContext, sendResult, sessionHandler } from '../handlers.api.server.ts'
import { parsePhone } from '../sign-in/phones.api.server.ts'
import { passwordBody } from '../sign-in/phones.contract.ts'
import { logoutQuery, passwordGrant, refreshGrant } from './sessions.contract.ts'
import { logOut, refreshSession, signInWithPassword } from './sessions.writes.server.ts'

const phoneLoginsDisabled = { ...phoneDisabled('Phone logins are disabled'), status: 422 } as const

type Grant = (context: Context) => Promise<Response>

/** `token` and `logout`. */
export function sessionsApi(api: RouteContext, otherGrants: Record<string, Grant>) {
  const router = new Hono()
  const grants: Record<string, Grant> = {
    ...otherGrants,
    password: publicHandler(api, passwordGrant, (_, { email, phone, password }, requestInfo) => {
      if (phone) {
        const input = parsePhone(api, passwordBody, { phone, password }, phoneLoginsDisabled)
        return isAuthError(input) ? input : signInWithPassword(api, input, requestInfo)
      }
      if (!email) return authError('validation_failed', missingCredentials.password)
      return signInWithPassword(api, { email, password }, requestInfo)
    }),
    refresh_token: publicHandler(api, refreshGrant, (_, { refresh_token }) =>
      refreshSession(api, refresh_token),
    ),
  }
  router.post('/token', (context) => {
    const grantType = context.req.query('grant_type') ?? ''
    const grant = Object.hasOwn(grants, grantType) ? grants[grantType] : undefined
    return grant
      ? grant(context)
      : sendResult(context, authError('invalid_credentials', 'unsupported_grant_type'))
  })
  router.post(
    '/logout',
    sessionHandler(api, logoutQuery, (_, session, { scope }) => logOut(api, session, scope)),
  )
  return router
}
