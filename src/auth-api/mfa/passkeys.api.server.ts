import { Hono } from 'hono'
import { z } from 'zod'
import { publicHandler, type RouteContext, sessionHandler } from '../handlers.api.server.ts'
import { authenticationBody, passkeyPath, registrationBody, renameBody } from './passkeys.contract.ts'
import {
  beginRegistration,
  beginSignIn,
  endRegistration,
  endSignIn,
  listOwnPasskeys,
  removePasskey,
  renamePasskey,
} from './passkeys.writes.server.ts'

/** `passkeys`, if enabled. */
export function passkeysApi(api: RouteContext) {
  const router = new Hono()
  const empty = z.object({})
  router.post(
    '/passkeys/registration/options',
    sessionHandler(api, empty, (_, { session }) => beginRegistration(api, session)),
  )
  router.post(
    '/passkeys/registration/verify',
    sessionHandler(api, registrationBody, (input, { session, requestInfo }) =>
      endRegistration(api, session, input, requestInfo),
    ),
  )
  router.post(
    '/passkeys/authentication/options',
    publicHandler(api, empty, () => beginSignIn(api)),
  )
  router.post(
    '/passkeys/authentication/verify',
    publicHandler(api, authenticationBody, (input, requestInfo) => endSignIn(api, input, requestInfo)),
  )
  router.get(
    '/passkeys',
    sessionHandler(api, empty, (_, { session }) => listOwnPasskeys(api, session)),
  )
  router.patch(
    '/passkeys/:passkey_id',
    sessionHandler(api, renameBody, (input, { session }) => renamePasskey(api, session, input)),
  )
  router.delete(
    '/passkeys/:passkey_id',
    sessionHandler(api, passkeyPath, ({ passkey_id }, { session }) =>
      removePasskey(api, session, passkey_id),
    ),
  )
  return router
}
