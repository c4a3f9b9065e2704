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

/** `admin/…` and `invite`, for service tokens. */
export function adminApi(api: RouteContext) {
  const router = new Hono()
  const { auth, config } = api.engine
  const noSubject = () => null
  const userIdOf = ({ user_id }: { user_id: string }) => user_id
  const userIdByEmail = async ({ email }: { email: string }) =>
    (await readUserByEmail(auth, email))?.id ?? null
  const pathOf = (context: Context) => new URL(context.req.path, config.publicUrl).pathname

  router.get(
    '/admin/users',
    serviceHandler(api, listQuery, ['admin_list', noSubject], (_, input, __, context) =>
      listUsers(auth, pathOf(context), input),
    ),
  )
  router.post('/admin/users', serviceHandler(api, createBody, ['admin_create', ({ id }) => id], createUser))
  router.get(
    '/admin/users/:user_id',
    serviceHandler(api, userPath, ['admin_get', userIdOf], (_, { user_id }) => getUser(auth, user_id)),
  )
  router.put('/admin/users/:user_id', serviceHandler(api, updateBody, ['admin_update', userIdOf], updateUser))
  router.delete(
    '/admin/users/:user_id',
    serviceHandler(api, deleteBody, ['admin_delete', userIdOf], deleteUser),
  )
  router.get(
    '/admin/users/:user_id/factors',
    serviceHandler(api, userPath, ['admin_factors', userIdOf], (_, { user_id }) =>
      listUserFactors(auth, user_id),
    ),
  )
  router.delete(
    '/admin/users/:user_id/factors/:factor_id',
    serviceHandler(api, factorPath, ['admin_delete_factor', userIdOf], deleteUserFactor),
  )
  if (config.authApi.passkeys) {
    router.get(
      '/admin/users/:user_id/passkeys',
      serviceHandler(api, userPath, ['admin_factors', userIdOf], (_, { user_id }) =>
        listUserPasskeys(auth, user_id),
      ),
    )
    router.delete(
      '/admin/users/:user_id/passkeys/:passkey_id',
      serviceHandler(api, passkeyPath, ['admin_delete_factor', userIdOf], deleteUserPasskey),
    )
  }
  router.get(
    '/admin/audit',
    serviceHandler(api, auditQuery, ['admin_audit', noSubject], (_, input, __, context) =>
      listAudit(auth, pathOf(context), input),
    ),
  )
  router.post(
    '/admin/generate_link',
    serviceHandler(api, linkBody, ['admin_link', userIdByEmail], generateLink),
  )
  router.post('/invite', serviceHandler(api, inviteBody, ['admin_invite', userIdByEmail], invite))
  return router
}
