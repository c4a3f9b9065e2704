import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { routePath } from 'hono/route'
import { z } from 'zod'
import type { AuthEngine } from '../domains/identity/sessions/sessions.writes.server.ts'
import { isZodLengthCrash } from '../platform/api.server.ts'
import { limitBody } from '../platform/body-limit.server.ts'
import { isClientDisconnect, loggable } from '../platform/log.server.ts'
import { isAccountDeletedError } from '../platform/owner.ts'
import { accountApi } from './account/account.api.server.ts'
import { adminApi } from './admin/admin.api.server.ts'
import { apiVersion, isNamedVersion, refuse, sessionGone, tooMany, versionHeader } from './auth-api.rules.ts'
import { recordAnswer } from './auth-api.writes.server.ts'
import { closedApi } from './disabled-endpoints.api.server.ts'
import { nothingHere } from './disabled-endpoints.rules.ts'
import { publicHandler, type RouteContext, reply } from './handlers.api.server.ts'
import { secondApi } from './mfa/mfa.api.server.ts'
import { passkeysApi } from './mfa/passkeys.api.server.ts'
import { recoveryCodesApi } from './mfa/recovery-codes.api.server.ts'
import { linkedApi } from './oauth/identities.api.server.ts'
import { providersApi } from './oauth/oauth.api.server.ts'
import { pkceGrant } from './oauth/pkce-codes.contract.ts'
import { exchangeAuthCode } from './oauth/pkce-codes.writes.server.ts'
import { ssoApi } from './oauth/sso.api.server.ts'
import { sessionsApi } from './sessions/sessions.api.server.ts'
import { readKeySet } from './sessions/tokens.reads.server.ts'
import { openSigner, openSigningKey } from './sessions/tokens.writes.server.ts'
import { mailedApi } from './sign-in/email-otp.api.server.ts'
import { idTokenGrant } from './sign-in/id-token-grant.api.server.ts'
import { web3Grant } from './sign-in/web3.contract.ts'
import { noWallets, signInWithWeb3 } from './sign-in/web3.writes.server.ts'

/** Says, before any of this is reached, that too much was asked, so that a page of another origin can read it too. */
export function authApiErrorHandler(context: Context, seconds: number): Response {
  context.header('Access-Control-Allow-Origin', '*')
  context.header('Access-Control-Expose-Headers', exposed.join(','))
  context.header('Cache-Control', 'no-store')
  return reply(context, tooMany(seconds))
}

const exposed = [versionHeader, 'X-Sb-Error-Code', 'Retry-After', 'Link', 'X-Total-Count']

/**
 * `/auth/v1`: the wire protocol of the reference service (Supabase Auth), as far as @supabase/auth-js 2.119 speaks it. Any
 * origin may ask, because nothing here comes with a browser of itself: no cookie is read, and none is set.
 *
 * @param addressOf the network address that a request comes from, for limits alone
 */
export function createAuthApi(engine: AuthEngine, addressOf: (context: Context) => string) {
  const { auth, config, log } = engine
  const door: RouteContext = { engine, sign: openSigner(engine, config.publicUrl), clientIp: addressOf }
  const router = new Hono()

  router.use(
    cors({
      origin: '*',
      allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposeHeaders: exposed,
      maxAge: 600,
    }),
  )
  router.use(async (context, next) => {
    await next()
    if (isNamedVersion(context.req.header(versionHeader))) context.header(versionHeader, apiVersion)
    if (!context.res.headers.has('Cache-Control')) context.header('Cache-Control', 'no-store')
  })
  router.use(
    limitBody(64 * 1024, (context) =>
      reply(context, refuse('request_entity_too_large', 'The request body is too large')),
    ),
  )

  router.get('/.well-known/jwks.json', async (context) => {
    // An empty set would be kept as long as a full one.
    await openSigningKey(engine, engine.clock.now())
    // As long as the client keeps it (lib/constants.ts, JWKS_TTL).
    return context.json(await readKeySet(auth), 200, { 'Cache-Control': 'public, max-age=600' })
  })
  router.route('/', accountApi(door))
  const byCode = publicHandler(door, pkceGrant, (given, requestInfo) =>
    exchangeAuthCode(door, given, requestInfo),
  )
  const byWallet = publicHandler(door, web3Grant, (given, requestInfo) =>
    signInWithWeb3(door, given, requestInfo),
  )
  const web3 =
    config.authApi.wallets.length > 0
      ? byWallet
      : publicHandler(door, z.object({}), () => recordAnswer(engine, 'wallet', noWallets))
  const others = { pkce: byCode, id_token: idTokenGrant(door), web3 }
  router.route('/', sessionsApi(door, others))
  router.route('/', mailedApi(door))
  // Before those of one factor, which would take `recovery-codes` for a number.
  router.route('/', recoveryCodesApi(door))
  router.route('/', secondApi(door))
  if (config.authApi.passkeys) router.route('/', passkeysApi(door))
  router.route('/', providersApi(door))
  router.route('/', linkedApi(door))
  router.route('/', adminApi(door))
  if (config.authApi.saml.length > 0) router.route('/', ssoApi(door))
  router.route('/', closedApi(door))

  router.all('*', (context) => reply(context, nothingHere))
  router.onError((thrown, context) => {
    if (isClientDisconnect(thrown, context.req.raw))
      return reply(context, refuse('bad_json', 'The request body did not come whole'))
    if (isAccountDeletedError(thrown)) return reply(context, sessionGone)
    if (isZodLengthCrash(thrown))
      return reply(context, refuse('bad_json', 'The request body could not be read'))
    log.error('a request of /auth/v1 failed', { path: routePath(context), error: loggable(thrown) })
    return reply(context, refuse('unexpected_failure', 'Unexpected failure, please try again in a moment'))
  })
  return router
}
