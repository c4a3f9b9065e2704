import { Hono } from 'hono'
import { z } from 'zod'
import { type RouteContext, sessionHandler } from '../handlers.api.server.ts'
import { generateBody, verifyBody } from './recovery-codes.contract.ts'
import {
  generateRecoveryCodes,
  readStatus,
  removeRecoveryCodes,
  verifyRecoveryCode,
} from './recovery-codes.writes.server.ts'

/** `factors/recovery-codes`. */
export function recoveryCodesApi(api: RouteContext) {
  const router = new Hono()
  const path = '/factors/recovery-codes'
  const empty = z.object({})
  router.get(path, sessionHandler(api, empty, readStatus))
  router.post(
    path,
    sessionHandler(api, generateBody, (_, session) => generateRecoveryCodes(api, session, false)),
  )
  router.post(
    `${path}/regenerate`,
    sessionHandler(api, empty, (_, session) => generateRecoveryCodes(api, session, true)),
  )
  router.post(`${path}/verify`, sessionHandler(api, verifyBody, verifyRecoveryCode))
  router.delete(path, sessionHandler(api, empty, removeRecoveryCodes))
  return router
}
