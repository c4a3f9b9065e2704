import { Hono } from 'hono'
import { z } from 'zod'
import { publicHandler, type RouteContext, sessionHandler } from '../handlers.api.server.ts'
import { authenticationBody, passkeyPath, registrationBody, renameBody } from './passkeys.contract.ts'
import {
  beginRegistration,
  beginSignIn,
  endRegistration,
  endSignIn,
  list,
  remove,
  rename,
} from './passkeys.writes.server.ts'

/** `passkeys`: to sign in by one, and to keep them, where the operator has it on. */
export function passkeysApi(door: RouteContext) {
  const router = new Hono()
  const nothing = z.object({})
  router.post(
    '/passkeys/registration/options',
    sessionHandler(door, nothing, (_, { session }) => beginRegistration(door, session)),
  )
  router.post(
    '/passkeys/registration/verify',
    sessionHandler(door, registrationBody, (given, { session, requestInfo: asker }) =>
      endRegistration(door, session, given, asker),
    ),
  )
  router.post(
    '/passkeys/authentication/options',
    publicHandler(door, nothing, () => beginSignIn(door)),
  )
  router.post(
    '/passkeys/authentication/verify',
    publicHandler(door, authenticationBody, (given, requestInfo) => endSignIn(door, given, requestInfo)),
  )
  router.get(
    '/passkeys',
    sessionHandler(door, nothing, (_, { session }) => list(door, session)),
  )
  router.patch(
    '/passkeys/:passkey_id',
    sessionHandler(door, renameBody, (given, { session }) => rename(door, session, given)),
  )
  router.delete(
    '/passkeys/:passkey_id',
    sessionHandler(door, passkeyPath, ({ passkey_id }, { session }) => remove(door, session, passkey_id)),
  )
  return router
}
