import { Hono } from 'hono'
import { z } from 'zod'
import { restrictedAccountError } from '../../domains/identity/identity.rules.ts'
import { missingCredentials } from '../auth-api.contract.ts'
import { authError, isAuthError, phoneDisabled } from '../auth-api.rules.ts'
import { publicHandler, type RouteContext, sessionHandler } from '../handlers.api.server.ts'
import { signInAnonymously } from '../sign-in/anonymous.writes.server.ts'
import { requestEmailChange, verifyReauthenticationCode } from '../sign-in/email-otp.writes.server.ts'
import { parsePhone } from '../sign-in/phones.api.server.ts'
import { changeBody, signUpBody as phoneSignUp } from '../sign-in/phones.contract.ts'
import { requestPhoneChange, signUpByPhone } from '../sign-in/phones.writes.server.ts'
import { signUpBody, updateBody } from './account.contract.ts'
import { aal2Required } from './account.rules.ts'
import { savePassword, saveUserData, signUpByEmail, userResponse } from './account.writes.server.ts'

/** `signup` and `user`. */
export function accountApi(api: RouteContext) {
  const router = new Hono()
  router.post(
    '/signup',
    publicHandler(
      api,
      signUpBody,
      (_, { email, phone, password, data, channel, ...redirectFields }, requestInfo) => {
        if (phone && password) {
          const disabled = phoneDisabled('Phone signups are disabled')
          const input = parsePhone(api, phoneSignUp, { phone, password, data, channel }, disabled)
          return isAuthError(input) ? input : signUpByPhone(api, input, requestInfo)
        }
        if (phone) return authError('validation_failed', missingCredentials.password)
        if (!email && !password) return signInAnonymously(api, data ?? {}, requestInfo)
        if (!email || !password) return authError('validation_failed', missingCredentials.password)
        return signUpByEmail(api, { email, password, data, ...redirectFields }, requestInfo)
      },
    ),
  )
  router.get('/user', sessionHandler(api, z.object({}), userResponse))
  router.put(
    '/user',
    sessionHandler(api, updateBody, async (_, session, input, requestInfo) => {
      const { email, password, current_password, nonce, data, phone, channel, ...redirectFields } = input
      const newPhone = phone ? parsePhone(api, changeBody, { phone, channel }) : undefined
      if (newPhone && isAuthError(newPhone)) return newPhone
      // Checked first: a rejected request changes nothing.
      const restricted = data && restrictedAccountError(session)
      if (restricted) return authError('no_authorization', restricted)
      if ((password || email || nonce || data || newPhone) && session.owes_factor) return aal2Required
      // The mailbox may be open on the same phone.
      const reauthenticated =
        nonce && session.aal === 'aal1'
          ? await verifyReauthenticationCode(api, session, nonce, requestInfo)
          : session
      if (isAuthError(reauthenticated)) return reauthenticated
      const error =
        (password &&
          (await savePassword(api, reauthenticated, { password, current_password }, requestInfo))) ||
        (email &&
          (await requestEmailChange(api, reauthenticated, { email, ...redirectFields }, requestInfo))) ||
        (newPhone && (await requestPhoneChange(api, reauthenticated, newPhone, requestInfo))) ||
        (data && (await saveUserData(api, session, data)))
      return error || userResponse(api, session)
    }),
  )
  return router
}
