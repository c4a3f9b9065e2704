import { Hono } from 'hono'
import { type Door, forSession, reply } from '../answers/api.server.ts'
import { refuse } from '../rules.ts'
import { enrollBody, factorPath, verifyFactorBody } from './contract.ts'
import { challenge, enroll, proveFactor, unenroll } from './writes.server.ts'

const noPhone = refuse('mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
const noCodes = refuse('mfa_recovery_codes_enroll_not_enabled', 'MFA recovery codes are disabled')

/** `factors`: the second proof. */
export function secondApi(door: Door) {
  const api = new Hono()
  api.post(
    '/factors',
    forSession(door, enrollBody, ({ factor_type, ...wish }, { session }) =>
      factor_type === 'phone' ? noPhone : enroll(door, session, { factor_type, ...wish }),
    ),
  )
  // Ours are made and shown on our own pages; the client's are an experiment (lib/types.ts).
  for (const path of ['/factors/recovery-codes', '/factors/recovery-codes/*']) {
    api.all(path, (context) => reply(context, noCodes))
  }
  api.post(
    '/factors/:factor_id/challenge',
    forSession(door, factorPath, ({ factor_id }, { session }) => challenge(door, session, factor_id)),
  )
  api.post(
    '/factors/:factor_id/verify',
    forSession(door, verifyFactorBody, (given, { session, asker }) =>
      proveFactor(door, session, given, asker),
    ),
  )
  api.delete(
    '/factors/:factor_id',
    forSession(door, factorPath, ({ factor_id }, { session }) => unenroll(door, session, factor_id)),
  )
  return api
}
