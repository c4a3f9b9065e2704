import { Hono } from 'hono'
import { z } from 'zod'
import { type Door, forAnybody, forSession, reply } from '../answers/api.server.ts'
import { provide } from '../contract.ts'
import { withPhone } from '../phones/api.server.ts'
import {
  resendBody as textAgainBody,
  otpBody as textBody,
  verifyBody as textCodeBody,
} from '../phones/contract.ts'
import { askForText, askForTextAgain, grantByText } from '../phones/writes.server.ts'
import { refuse } from '../rules.ts'
import { grantByLetter } from '../verified/writes.server.ts'
import { otpBody, recoverBody, resendBody, verifiedAs, verifyBody } from './contract.ts'
import { askAgain, askForProof, askForRecovery, askForSignIn } from './writes.server.ts'

/** `otp`, `recover`, `resend`, `reauthenticate` and `verify`: what goes by mail, and what comes back from it. */
export function mailedApi(door: Door) {
  const api = new Hono()
  api.post(
    '/otp',
    forAnybody(door, otpBody, ({ email, phone, channel, ...given }, asker) => {
      if (phone) {
        return withPhone(door, textBody, { phone, channel, ...given }, 'Unsupported phone provider', (wish) =>
          askForText(door, wish, asker),
        )
      }
      if (!email) return refuse('validation_failed', provide.otp)
      return askForSignIn(door, { email, ...given }, asker)
    }),
  )
  api.post(
    '/recover',
    forAnybody(door, recoverBody, ({ email, ...given }, asker) =>
      email
        ? askForRecovery(door, { email, ...given }, asker)
        : refuse('validation_failed', 'Password recovery requires an email'),
    ),
  )
  api.post(
    '/resend',
    forAnybody(door, resendBody, ({ type, email, phone, channel, ...given }, asker) => {
      if (phone || type === 'sms' || type === 'phone_change') {
        return withPhone(door, textAgainBody, { type, phone, channel }, 'Phone logins are disabled', (wish) =>
          askForTextAgain(door, wish, asker),
        )
      }
      if (!email) return refuse('validation_failed', 'Type provided requires an email address')
      return askAgain(door, type, { email, ...given }, asker)
    }),
  )
  api.get(
    '/reauthenticate',
    forSession(door, z.object({}), (_, { session, asker }) => askForProof(door, session, asker)),
  )
  const byClient = forAnybody(door, verifyBody, ({ type, token, token_hash, email, phone }, asker) => {
    if (phone || type === 'sms' || type === 'phone_change') {
      return withPhone(door, textCodeBody, { type, phone, token }, 'Phone logins are disabled', (given) =>
        grantByText(door, given, asker),
      )
    }
    if ((token === undefined) === (token_hash === undefined)) {
      return refuse('validation_failed', 'Verify requires either a token or a token hash')
    }
    if (token_hash !== undefined) {
      if (email) return refuse('validation_failed', 'Only the token_hash and type should be provided')
      return grantByLetter(door, { token: token_hash }, verifiedAs[type], asker)
    }
    if (!email)
      return refuse('validation_failed', 'Only an email address or phone number should be provided on verify')
    return grantByLetter(door, { email, code: token as string }, verifiedAs[type], asker)
  })
  api.post('/verify', byClient)
  // Opening a link uses nothing up: programs that look at mail open links too. Its page asks for a press of the button.
  api.get('/verify', (context) =>
    reply(context, {
      to: `${door.engine.config.publicUrl}/auth-test/verify${new URL(context.req.url).search}`,
    }),
  )
  return api
}
