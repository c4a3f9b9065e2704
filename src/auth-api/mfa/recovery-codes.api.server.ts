import { Hono } from 'hono'
import { z } from 'zod'
import { type RouteContext, sessionHandler } from '../handlers.api.server.ts'
import { generateBody, verifyBody } from './recovery-codes.contract.ts'
import { erase, generate, prove, readStatus } from './recovery-codes.writes.server.ts'

/** `factors/recovery-codes`: the same that our own pages make and take. */
export function recoveryCodesApi(door: RouteContext) {
  const api = new Hono()
  const path = '/factors/recovery-codes'
  const nothing = z.object({})
  api.get(
    path,
    sessionHandler(door, nothing, (_, { session }) => readStatus(door, session)),
  )
  api.post(
    path,
    sessionHandler(door, generateBody, (_, { session }) => generate(door, session, false)),
  )
  api.post(
    `${path}/regenerate`,
    sessionHandler(door, nothing, (_, { session }) => generate(door, session, true)),
  )
  api.post(
    `${path}/verify`,
    sessionHandler(door, verifyBody, ({ code }, { session, requestInfo: asker }) =>
      prove(door, session, code, asker),
    ),
  )
  api.delete(
    path,
    sessionHandler(door, nothing, (_, { session }) => erase(door, session)),
  )
  return api
}
