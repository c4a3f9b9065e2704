import { Hono } from 'hono'
import { z } from 'zod'
import { missingCredentials } from '../auth-api.contract.ts'
import { authError, isAuthError, phoneDisabled } from '../auth-api.rules.ts'
import {
  authenticateSession,
  publicHandler,
  type RouteContext,
  sendResult,
  sessionHandler,
} from '../handlers.api.server.ts'
import {
  isEmailType,
  otpBody,
  purposesByType,
  recoverBody,
  resendBody,
  verifyBody,
} from './email-otp.contract.ts'
import {
  requestEmail,
  requestSignInEmail,
  resendEmailChange,
  sendReauthenticationCode,
} from './email-otp.writes.server.ts'
import { parsePhone } from './phones.api.server.ts'
import {
  otpBody as smsOtpBody,
  resendBody as smsResendBody,
  verifyBody as smsVerifyBody,
} from './phones.contract.ts'
import { requestSmsCode, resendPhoneChangeCode, verifySmsOtp } from './phones.writes.server.ts'
import { verifyEmailOtp } from './verify-links.writes.server.ts'

/** Sends and redeems codes. */
export function emailOtpApi(api: RouteContext) {
  const router = new Hono()
  router.post(
    '/otp',
    publicHandler(api, otpBody, (_, { email, phone, channel, ...input }, requestInfo) => {
      if (phone) {
        const disabled = phoneDisabled('Unsupported phone provider')
        const parsed = parsePhone(api, smsOtpBody, { phone, channel, ...input }, disabled)
        return isAuthError(parsed) ? parsed : requestSmsCode(api, parsed, requestInfo)
      }
      if (!email) return authError('validation_failed', missingCredentials.otp)
      return requestSignInEmail(api, { email, ...input }, requestInfo)
    }),
  )
  router.post(
    '/recover',
    publicHandler(api, recoverBody, (_, { email, ...input }, requestInfo) =>
      email
        ? requestEmail(api, 'recovery', { email, ...input }, requestInfo)
        : authError('validation_failed', 'Password recovery requires an email'),
    ),
  )
  router.post(
    '/resend',
    publicHandler(
      api,
      resendBody,
      async (_, { type, email, phone, channel, ...input }, requestInfo, context) => {
        // Only its user may extend a change (`pending_change`).
        const session =
          type === 'email_change' || type === 'phone_change'
            ? await authenticateSession(api, context)
            : undefined
        if (session && isAuthError(session)) return session
        if (phone || type === 'sms' || type === 'phone_change') {
          const parsed = parsePhone(api, smsResendBody, { type, phone, channel })
          if (isAuthError(parsed)) return parsed
          return session
            ? resendPhoneChangeCode(api, session, parsed, requestInfo)
            : requestSmsCode(api, { ...parsed, create_user: false }, requestInfo)
        }
        if (!email) return authError('validation_failed', 'Type provided requires an email address')
        return session
          ? resendEmailChange(api, session, { email, ...input }, requestInfo)
          : requestEmail(api, 'confirm', { email, ...input }, requestInfo)
      },
    ),
  )
  router.get(
    '/reauthenticate',
    sessionHandler(api, z.object({}), (_, session, __, requestInfo) =>
      sendReauthenticationCode(api, session, requestInfo),
    ),
  )
  const verify = publicHandler(
    api,
    verifyBody,
    (_, { type, token, token_hash, email, phone }, requestInfo) => {
      if (phone || type === 'sms' || type === 'phone_change') {
        const input = parsePhone(api, smsVerifyBody, { type, phone, token })
        return isAuthError(input) ? input : verifySmsOtp(api, input, requestInfo)
      }
      if ((token === undefined) === (token_hash === undefined)) {
        return authError('validation_failed', 'Verify requires either a token or a token hash')
      }
      if (token !== undefined && !email) {
        return authError(
          'validation_failed',
          'Only an email address or phone number should be provided on verify',
        )
      }
      if (!isEmailType(type)) return authError('validation_failed', 'Unsupported verification type')
      if (token_hash !== undefined && email) {
        return authError('validation_failed', 'Only the token_hash and type should be provided')
      }
      const key = token_hash === undefined ? { email: email ?? '', code: token ?? '' } : { token: token_hash }
      return verifyEmailOtp(api, key, purposesByType[type], requestInfo)
    },
  )
  router.post('/verify', verify)
  // Mail scanners open links, so the page asks for a click.
  router.get('/verify', (context) =>
    sendResult(context, {
      to: `${api.engine.config.publicUrl}/auth-test/verify${new URL(context.req.url).search}`,
    }),
  )
  return router
}
