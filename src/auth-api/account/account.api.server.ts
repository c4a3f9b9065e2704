import { Hono } from 'hono'
import { z } from 'zod'
import { restrictedAccountError } from '../../domains/identity/identity.rules.ts'
import { provide } from '../auth-api.contract.ts'
import { isRefusal, refuse } from '../auth-api.rules.ts'
import { publicHandler, type RouteContext, sessionHandler } from '../handlers.api.server.ts'
import { signInAnonymously } from '../sign-in/anonymous.writes.server.ts'
import { changeAddress, proveByNonce } from '../sign-in/email-otp.writes.server.ts'
import { withPhone } from '../sign-in/phones.api.server.ts'
import { changeBody, signUpBody as phoneSignUp } from '../sign-in/phones.contract.ts'
import { changePhone, signUpByPhone } from '../sign-in/phones.writes.server.ts'
import { signUpBody, updateBody } from './account.contract.ts'
import { insufficient } from './account.rules.ts'
import { savePassword, saveUserData, signUpByWire, userAnswer } from './account.writes.server.ts'

/** `signup` and `user`. */
export function accountApi(door: RouteContext) {
  const router = new Hono()
  router.post(
    '/signup',
    publicHandler(door, signUpBody, ({ email, phone, password, data, channel, ...wishes }, requestInfo) => {
      if (phone && password) {
        const byPhone = { phone, password, data, channel }
        return withPhone(door, phoneSignUp, byPhone, 'Phone signups are disabled', (given) =>
          signUpByPhone(door, given, requestInfo),
        )
      }
      if (phone) return refuse('validation_failed', provide.password)
      // What the client sends to sign in as nobody.
      if (!email && !password) return signInAnonymously(door, data ?? {}, requestInfo)
      if (!email || !password) return refuse('validation_failed', provide.password)
      return signUpByWire(door, { email, password, data, ...wishes }, requestInfo)
    }),
  )
  router.get(
    '/user',
    sessionHandler(door, z.object({}), (_, { session }) => userAnswer(door, session)),
  )
  router.put(
    '/user',
    sessionHandler(door, updateBody, async (given, { session, requestInfo: asker }) => {
      const { email, password, current_password, nonce, data, phone, channel, ...wishes } = given
      const number = phone
        ? await withPhone(
            door,
            changeBody,
            { phone, channel },
            'Phone logins are disabled',
            async (asked) => asked,
          )
        : undefined
      if (number && isRefusal(number)) return number
      // Before anything else, so that nothing of it is done.
      const restricted = data && restrictedAccountError(session)
      if (restricted) return refuse('no_authorization', restricted)
      if ((password || email || nonce || data || number) && session.owes_factor) return insufficient
      // Who has a second factor shows that one again: the mailbox may lie open on the same phone.
      const proven =
        nonce && session.aal === 'aal1' ? await proveByNonce(door, session, nonce, asker) : session
      if (isRefusal(proven)) return proven
      const refused =
        (password && (await savePassword(door, proven, { password, current_password }, asker))) ||
        (email && (await changeAddress(door, proven, { email, ...wishes }, asker))) ||
        (number && (await changePhone(door, proven, number, asker))) ||
        (data && (await saveUserData(door, session, data)))
      return refused || userAnswer(door, session)
    }),
  )
  return router
}
