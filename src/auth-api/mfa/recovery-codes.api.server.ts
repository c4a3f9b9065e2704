import { Hono } from 'hono'
import { z } from 'zod'
import { type RouteContext, sessionHandler } from '../handlers.api.server.ts'
import { generateBody, verifyBody } from './recovery-codes.contract.ts'
import { erase, generate, prove, readStatus } from './recovery-codes.writes.server.ts'

/** `factors/recovery-codes`: the same that our own pages make and take. */
export function recoveryCodesApi(door: RouteContext) {
  const router = new Hono()
  const path = '/factors/recovery-codes'
  const nothing = z.object({})
  router.get(
    path,
    sessionHandler(door, nothing, (_, { session }) => readStatus(door, session)),
  )
  router.post(
    path,
    sessionHandler(door, generateBody, (_, { session }) => generate(door, session, false)),
  )
  router.post(
    `${path}/regenerate`,
    sessionHandler(door, nothing, (_, { session }) => generate(door, session, true)),
  )
  router.post(
    `${path}/verify`,
    sessionHandler(door, verifyBody, ({ code }, { session, requestInfo: asker }) =>
      prove(door, session, code, asker),
    ),
  )
  router.delete(
    path,
    sessionHandler(door, nothing, (_, { session }) => erase(door, session)),
  )
  return router
}
