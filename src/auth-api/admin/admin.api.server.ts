import { type Context, Hono } from 'hono'
import { readUserByEmail } from '../../domains/identity/identity.reads.server.ts'
import { type RouteContext, serviceHandler } from '../handlers.api.server.ts'
import {
  auditQuery,
  createBody,
  deleteBody,
  factorPath,
  listQuery,
  passkeyPath,
  updateBody,
  userPath,
} from './admin.contract.ts'
import { getUser, listAudit, listUserFactors, listUserPasskeys, listUsers } from './admin.reads.server.ts'
import { createUser, deleteUser, deleteUserFactor, deleteUserPasskey } from './admin.writes.server.ts'
import { inviteBody, linkBody } from './admin-links.contract.ts'
import { generateLink, invite } from './admin-links.writes.server.ts'
import { updateUser } from './admin-update.writes.server.ts'

/** `admin/…` and `invite`: what a program of the operator's may ask for. Each call leaves a line in the audit before it is done. */
export function adminApi(door: RouteContext) {
  const router = new Hono()
  const { auth, config } = door.engine
  const all = () => null
  const one = ({ user_id }: { user_id: string }) => user_id
  const byAddress = async ({ email }: { email: string }) => (await readUserByEmail(auth, email))?.id ?? null
  const here = (context: Context) => new URL(context.req.path, config.publicUrl).pathname

  router.get(
    '/admin/users',
    serviceHandler(door, listQuery, ['admin_list', all], (given, _, context) =>
      listUsers(auth, here(context), given),
    ),
  )
  router.post(
    '/admin/users',
    serviceHandler(door, createBody, ['admin_create', ({ id }) => id ?? null], (given, actor) =>
      createUser(door, actor, given),
    ),
  )
  router.get(
    '/admin/users/:user_id',
    serviceHandler(door, userPath, ['admin_get', one], ({ user_id }) => getUser(auth, user_id)),
  )
  router.put(
    '/admin/users/:user_id',
    serviceHandler(door, updateBody, ['admin_update', one], (given) => updateUser(door, given)),
  )
  router.delete(
    '/admin/users/:user_id',
    serviceHandler(door, deleteBody, ['admin_delete', one], (given, actor) =>
      deleteUser(door, actor, given.user_id, given.should_soft_delete),
    ),
  )
  router.get(
    '/admin/users/:user_id/factors',
    serviceHandler(door, userPath, ['admin_factors', one], ({ user_id }) => listUserFactors(auth, user_id)),
  )
  router.delete(
    '/admin/users/:user_id/factors/:factor_id',
    serviceHandler(door, factorPath, ['admin_delete_factor', one], ({ user_id, factor_id }) =>
      deleteUserFactor(door, user_id, factor_id),
    ),
  )
  if (config.authApi.passkeys) {
    router.get(
      '/admin/users/:user_id/passkeys',
      serviceHandler(door, userPath, ['admin_factors', one], ({ user_id }) =>
        listUserPasskeys(auth, user_id),
      ),
    )
    router.delete(
      '/admin/users/:user_id/passkeys/:passkey_id',
      serviceHandler(door, passkeyPath, ['admin_delete_factor', one], ({ user_id, passkey_id }) =>
        deleteUserPasskey(door, user_id, passkey_id),
      ),
    )
  }
  router.get(
    '/admin/audit',
    serviceHandler(door, auditQuery, ['admin_audit', all], (given, _, context) =>
      listAudit(auth, here(context), given),
    ),
  )
  router.post(
    '/admin/generate_link',
    serviceHandler(door, linkBody, ['admin_link', byAddress], (given, actor) =>
      generateLink(door, actor, given),
    ),
  )
  router.post(
    '/invite',
    serviceHandler(door, inviteBody, ['admin_invite', byAddress], (given, actor) =>
      invite(door, actor, given),
    ),
  )
  return router
}
