import { Hono } from 'hono'
import { z } from 'zod'
import { type Door, forAnybody, forSession } from '../handlers.api.server.ts'
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
export function passkeysApi(door: Door) {
  const api = new Hono()
  const nothing = z.object({})
  api.post(
    '/passkeys/registration/options',
    forSession(door, nothing, (_, { session }) => beginRegistration(door, session)),
  )
  api.post(
    '/passkeys/registration/verify',
    forSession(door, registrationBody, (given, { session, asker }) =>
      endRegistration(door, session, given, asker),
    ),
  )
  api.post(
    '/passkeys/authentication/options',
    forAnybody(door, nothing, () => beginSignIn(door)),
  )
  api.post(
    '/passkeys/authentication/verify',
    forAnybody(door, authenticationBody, (given, asker) => endSignIn(door, given, asker)),
  )
  api.get(
    '/passkeys',
    forSession(door, nothing, (_, { session }) => list(door, session)),
  )
  api.patch(
    '/passkeys/:passkey_id',
    forSession(door, renameBody, (given, { session }) => rename(door, session, given)),
  )
  api.delete(
    '/passkeys/:passkey_id',
    forSession(door, passkeyPath, ({ passkey_id }, { session }) => remove(door, session, passkey_id)),
  )
  return api
}
