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
  router.post('/passkeys/registration/options', sessionHandler(api, empty, beginRegistration))
  router.post('/passkeys/registration/verify', sessionHandler(api, registrationBody, endRegistration))
  router.post('/passkeys/authentication/options', publicHandler(api, empty, beginSignIn))
  router.post('/passkeys/authentication/verify', publicHandler(api, authenticationBody, endSignIn))
  router.get('/passkeys', sessionHandler(api, empty, listOwnPasskeys))
  router.patch('/passkeys/:passkey_id', sessionHandler(api, renameBody, renamePasskey))
  router.delete('/passkeys/:passkey_id', sessionHandler(api, passkeyPath, removePasskey))
  return router
}
