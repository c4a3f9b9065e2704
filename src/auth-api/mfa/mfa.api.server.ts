import { Hono } from 'hono'
import { authError, isAuthError } from '../auth-api.rules.ts'
import { type RouteContext, sessionHandler } from '../handlers.api.server.ts'
import { parsePhoneFields } from '../sign-in/phones.api.server.ts'
import { challengeBody, enrollBody, factorPath, phoneFactor, verifyFactorBody } from './mfa.contract.ts'
import { challenge, enroll, unenroll, verifyFactor } from './mfa.writes.server.ts'
import { enrollPhone } from './phone-factors.writes.server.ts'

const phoneEnrollDisabled = authError('mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')

export function mfaApi(api: RouteContext) {
  const router = new Hono()
  router.post(
    '/factors',
    sessionHandler(api, enrollBody, (_, session, { factor_type, ...fields }) => {
      if (factor_type !== 'phone') return enroll(api, session, { factor_type, ...fields })
      if (!api.engine.config.authApi.phoneFactor) return phoneEnrollDisabled
      const input = parsePhoneFields(phoneFactor, fields)
      return isAuthError(input) ? input : enrollPhone(api, session, input)
    }),
  )
  router.post('/factors/:factor_id/challenge', sessionHandler(api, challengeBody, challenge))
  router.post('/factors/:factor_id/verify', sessionHandler(api, verifyFactorBody, verifyFactor))
  router.delete('/factors/:factor_id', sessionHandler(api, factorPath, unenroll))
  return router
}
