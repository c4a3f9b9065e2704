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
import {
  apiVersion,
  authError,
  isDatedVersion,
  sessionNotFound,
  tooManyRequests,
  versionHeader,
} from './auth-api.rules.ts'
import { recorded } from './auth-api.writes.server.ts'
import { disabledEndpointsApi } from './disabled-endpoints.api.server.ts'
import { endpointNotFound } from './disabled-endpoints.rules.ts'
import { publicHandler, type RouteContext, sendResult } from './handlers.api.server.ts'
import { mfaApi } from './mfa/mfa.api.server.ts'
import { passkeysApi } from './mfa/passkeys.api.server.ts'
import { recoveryCodesApi } from './mfa/recovery-codes.api.server.ts'
import { oauthApi } from './oauth/oauth.api.server.ts'
import { pkceGrant } from './oauth/pkce-codes.contract.ts'
import { exchangeAuthCode } from './oauth/pkce-codes.writes.server.ts'
import { ssoApi } from './oauth/sso.api.server.ts'
import { sessionsApi } from './sessions/sessions.api.server.ts'
import { readKeySet } from './sessions/tokens.reads.server.ts'
import { openSigner, openSigningKey } from './sessions/tokens.writes.server.ts'
import { emailOtpApi } from './sign-in/email-otp.api.server.ts'
import { idTokenGrant } from './sign-in/id-token-grant.api.server.ts'
import { web3Grant } from './sign-in/web3.contract.ts'
import { signInWithWeb3, web3Disabled } from './sign-in/web3.writes.server.ts'

/** Sends CORS headers too, so that other origins can read the error. */
export function authApiErrorHandler(context: Context, seconds: number): Response {
  context.header('Access-Control-Allow-Origin', '*')
  context.header('Access-Control-Expose-Headers', exposedHeaders.join(','))
  context.header('Cache-Control', 'no-store')
  return sendResult(context, tooManyRequests(seconds))
}

const exposedHeaders = [versionHeader, 'X-Sb-Error-Code', 'Retry-After', 'Link', 'X-Total-Count']

/** Supabase Auth as @supabase/auth-js 2.119 uses it. Any origin may call: no cookie is read. */
export function createAuthApi(engine: AuthEngine, clientIp: (context: Context) => string) {
  const { auth, config, log } = engine
  const api: RouteContext = { engine, sign: openSigner(engine, config.publicUrl), clientIp }
  const router = new Hono()

  router.use(
    cors({
      origin: '*',
      allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposeHeaders: exposedHeaders,
      maxAge: 600,
    }),
  )
  router.use(async (context, next) => {
    await next()
    if (isDatedVersion(context.req.header(versionHeader))) context.header(versionHeader, apiVersion)
    if (!context.res.headers.has('Cache-Control')) context.header('Cache-Control', 'no-store')
  })
  router.use(
    limitBody(64 * 1024, (context) =>
      sendResult(context, authError('request_entity_too_large', 'The request body is too large')),
    ),
  )

  router.get('/.well-known/jwks.json', async (context) => {
    // Clients would cache an empty set.
    await openSigningKey(engine, engine.clock.now())
    // JWKS_TTL (lib/constants.ts).
    return context.json(await readKeySet(auth), 200, { 'Cache-Control': 'public, max-age=600' })
  })
  router.route('/', accountApi(api))
  const web3 =
    config.authApi.wallets.length > 0
      ? publicHandler(api, web3Grant, signInWithWeb3)
      : publicHandler(
          api,
          z.object({}),
          recorded('wallet', () => web3Disabled),
        )
  const grants = { pkce: publicHandler(api, pkceGrant, exchangeAuthCode), id_token: idTokenGrant(api), web3 }
  router.route('/', sessionsApi(api, grants))
  router.route('/', emailOtpApi(api))
  // Before `/factors/:factor_id`, which matches it.
  router.route('/', recoveryCodesApi(api))
  router.route('/', mfaApi(api))
  if (config.authApi.passkeys) router.route('/', passkeysApi(api))
  router.route('/', oauthApi(api))
  router.route('/', adminApi(api))
  if (config.authApi.saml.length > 0) router.route('/', ssoApi(api))
  router.route('/', disabledEndpointsApi(api))

  router.all('*', (context) => sendResult(context, endpointNotFound))
  router.onError((thrown, context) => {
    if (isClientDisconnect(thrown, context.req.raw))
      return sendResult(context, authError('bad_json', 'The request body did not come whole'))
    if (isAccountDeletedError(thrown)) return sendResult(context, sessionNotFound)
    if (isZodLengthCrash(thrown))
      return sendResult(context, authError('bad_json', 'The request body could not be read'))
    log.error('a request of /auth/v1 failed', { path: routePath(context), error: loggable(thrown) })
    return sendResult(
      context,
      authError('unexpected_failure', 'Unexpected failure, please try again in a moment'),
    )
  })
  return router
}
