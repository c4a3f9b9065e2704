import { type Context, Hono } from 'hono'
import { provide } from '../auth-api.contract.ts'
import { noPhone, refuse } from '../auth-api.rules.ts'
import { publicHandler, type RouteContext, reply, sessionHandler } from '../handlers.api.server.ts'
import { withPhone } from '../sign-in/phones.api.server.ts'
import { passwordBody } from '../sign-in/phones.contract.ts'
import { logoutQuery, passwordGrant, refreshGrant } from './sessions.contract.ts'
import { grantByPassword, grantByRefresh, logOut } from './sessions.writes.server.ts'

const noPhoneLogins = { ...noPhone('Phone logins are disabled'), status: 422 } as const

type Grant = (context: Context) => Promise<Response>

/** `token` and `logout`. @param others grants that other rooms give: an authorization code, a provider's token */
export function sessionsApi(door: RouteContext, others: Record<string, Grant>) {
  const router = new Hono()
  const grants: Record<string, Grant> = {
    ...others,
    password: publicHandler(door, passwordGrant, ({ email, phone, password }, requestInfo) => {
      if (phone) {
        return withPhone(door, passwordBody, { phone, password }, noPhoneLogins, (given) =>
          grantByPassword(door, given, requestInfo),
        )
      }
      if (!email) return refuse('validation_failed', provide.password)
      return grantByPassword(door, { email, password }, requestInfo)
    }),
    refresh_token: publicHandler(door, refreshGrant, ({ refresh_token }) =>
      grantByRefresh(door, refresh_token),
    ),
  }
  router.post('/token', (context) => {
    const asked = context.req.query('grant_type') ?? ''
    const grant = Object.hasOwn(grants, asked) ? grants[asked] : undefined
    return grant ? grant(context) : reply(context, refuse('invalid_credentials', 'unsupported_grant_type'))
  })
  router.post(
    '/logout',
    sessionHandler(door, logoutQuery, ({ scope }, { session }) => logOut(door, session, scope)),
  )
  return router
}
