import { Hono } from 'hono'
import { z } from 'zod'
import { provide } from '../auth-api.contract.ts'
import { isRefusal, refuse } from '../auth-api.rules.ts'
import {
  bearerSession,
  publicHandler,
  type RouteContext,
  reply,
  sessionHandler,
} from '../handlers.api.server.ts'
import { isMailed, otpBody, recoverBody, resendBody, verifiedAs, verifyBody } from './email-otp.contract.ts'
import {
  askAgain,
  askForChangeAgain,
  askForProof,
  askForRecovery,
  askForSignIn,
} from './email-otp.writes.server.ts'
import { withPhone } from './phones.api.server.ts'
import {
  resendBody as textAgainBody,
  otpBody as textBody,
  verifyBody as textCodeBody,
} from './phones.contract.ts'
import { askForPhoneChangeAgain, requestSmsCode, verifySmsOtp } from './phones.writes.server.ts'
import { verifyEmailOtp } from './verify-links.writes.server.ts'

/** `otp`, `recover`, `resend`, `reauthenticate` and `verify`: what goes by mail, and what comes back from it. */
export function mailedApi(door: RouteContext) {
  const router = new Hono()
  router.post(
    '/otp',
    publicHandler(door, otpBody, ({ email, phone, channel, ...given }, requestInfo) => {
      if (phone) {
        return withPhone(door, textBody, { phone, channel, ...given }, 'Unsupported phone provider', (wish) =>
          requestSmsCode(door, wish, requestInfo),
        )
      }
      if (!email) return refuse('validation_failed', provide.otp)
      return askForSignIn(door, { email, ...given }, requestInfo)
    }),
  )
  router.post(
    '/recover',
    publicHandler(door, recoverBody, ({ email, ...given }, requestInfo) =>
      email
        ? askForRecovery(door, { email, ...given }, requestInfo)
        : refuse('validation_failed', 'Password recovery requires an email'),
    ),
  )
  router.post(
    '/resend',
    publicHandler(
      door,
      resendBody,
      async ({ type, email, phone, channel, ...given }, requestInfo, context) => {
        // Only the user who began a change may keep it alive (identity/sessions/access.rules.ts, `pending_change`).
        const session =
          type === 'email_change' || type === 'phone_change' ? await bearerSession(door, context) : undefined
        if (session && isRefusal(session)) return session
        if (phone || type === 'sms' || type === 'phone_change') {
          return withPhone(
            door,
            textAgainBody,
            { type, phone, channel },
            'Phone logins are disabled',
            (wish) =>
              session
                ? askForPhoneChangeAgain(door, session, wish, requestInfo)
                : requestSmsCode(door, { ...wish, create_user: false }, requestInfo),
          )
        }
        if (!email) return refuse('validation_failed', 'Type provided requires an email address')
        return session
          ? askForChangeAgain(door, session, { email, ...given }, requestInfo)
          : askAgain(door, { email, ...given }, requestInfo)
      },
    ),
  )
  router.get(
    '/reauthenticate',
    sessionHandler(door, z.object({}), (_, { session, requestInfo: asker }) =>
      askForProof(door, session, asker),
    ),
  )
  const byClient = publicHandler(
    door,
    verifyBody,
    ({ type, token, token_hash, email, phone }, requestInfo) => {
      if (phone || type === 'sms' || type === 'phone_change') {
        return withPhone(door, textCodeBody, { type, phone, token }, 'Phone logins are disabled', (given) =>
          verifySmsOtp(door, given, requestInfo),
        )
      }
      if ((token === undefined) === (token_hash === undefined)) {
        return refuse('validation_failed', 'Verify requires either a token or a token hash')
      }
      if (token !== undefined && !email) {
        return refuse(
          'validation_failed',
          'Only an email address or phone number should be provided on verify',
        )
      }
      if (!isMailed(type)) return refuse('validation_failed', 'Unsupported verification type')
      if (token_hash !== undefined) {
        if (email) return refuse('validation_failed', 'Only the token_hash and type should be provided')
        return verifyEmailOtp(door, { token: token_hash }, verifiedAs[type], requestInfo)
      }
      return verifyEmailOtp(door, { email: email ?? '', code: token ?? '' }, verifiedAs[type], requestInfo)
    },
  )
  router.post('/verify', byClient)
  // Opening a link uses nothing up: programs that look at mail open links too. Its page asks for a press of the button.
  router.get('/verify', (context) =>
    reply(context, {
      to: `${door.engine.config.publicUrl}/auth-test/verify${new URL(context.req.url).search}`,
    }),
  )
  return router
}
