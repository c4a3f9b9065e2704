import { Hono } from 'hono'
import { refuse } from '../auth-api.rules.ts'
import { type RouteContext, sessionHandler } from '../handlers.api.server.ts'
import { withParsed } from '../sign-in/phones.api.server.ts'
import { challengeBody, enrollBody, factorPath, phoneFactor, verifyFactorBody } from './mfa.contract.ts'
import { challenge, enroll, proveFactor, unenroll } from './mfa.writes.server.ts'
import { enrollPhone } from './phone-factors.writes.server.ts'

const noPhone = refuse('mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')

/** `factors`: the second proof. */
export function secondApi(door: RouteContext) {
  const router = new Hono()
  router.post(
    '/factors',
    sessionHandler(door, enrollBody, ({ factor_type, ...wish }, { session }) => {
      if (factor_type !== 'phone') return enroll(door, session, { factor_type, ...wish })
      if (!door.engine.config.authApi.phoneFactor) return noPhone
      return withParsed(phoneFactor, wish, (given) => enrollPhone(door, session, given))
    }),
  )
  router.post(
    '/factors/:factor_id/challenge',
    sessionHandler(door, challengeBody, (given, { session, requestInfo: asker }) =>
      challenge(door, session, given, asker),
    ),
  )
  router.post(
    '/factors/:factor_id/verify',
    sessionHandler(door, verifyFactorBody, (given, { session, requestInfo: asker }) =>
      proveFactor(door, session, given, asker),
    ),
  )
  router.delete(
    '/factors/:factor_id',
    sessionHandler(door, factorPath, ({ factor_id }, { session }) => unenroll(door, session, factor_id)),
  )
  return router
}
