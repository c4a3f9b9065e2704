import { readUser } from '../../domains/identity/identity.reads.server.ts'
import { listFactors } from '../../domains/identity/mfa/factors.reads.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import type { Result } from '../auth-api.contract.ts'
import { readApiUser, readApiUsers } from '../auth-api.reads.server.ts'
import { listPasskeys } from '../mfa/passkeys.reads.server.ts'
import { toPasskeyItem } from '../mfa/passkeys.rules.ts'
import { audience } from '../sessions/tokens.rules.ts'
import type { AuditQuery, ListQuery } from './admin.contract.ts'
import { pageLinks, userNotFound } from './admin.rules.ts'

/** Lists accounts; headers carry the total and page links. */
export async function listUsers(
  auth: Database,
  path: string,
  { page, per_page, filter, sort }: ListQuery,
): Promise<Result> {
  const matches = auth.selectFrom('auth.users').$if(filter !== undefined, (query) => {
    const part = `%${filter?.replaceAll(/[\\%_]/g, '\\$&')}%`
    return query.where((user) => user.or([user('email', 'ilike', part), user('phone', 'like', part)]))
  })
  const { total } = await matches
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matches
    .select('id')
    .orderBy('created_at', sort)
    .orderBy('id', sort)
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  const users = await readApiUsers(
    auth,
    rows.map(({ id }) => id),
  )
  return {
    body: { users, aud: audience },
    headers: paginationHeaders(path, { page, per_page, filter, sort: `created_at ${sort}` }, total),
  }
}

const paginationHeaders = (path: string, params: Parameters<typeof pageLinks>[1], total: string) => ({
  Link: pageLinks(path, params, Number(total)),
  'X-Total-Count': total,
})

/** Lists audit events, newest first, without IP addresses. */
export async function listAudit(
  auth: Database,
  path: string,
  { page, per_page }: AuditQuery,
): Promise<Result> {
  const { total } = await auth
    .selectFrom('auth.audit_events')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await auth
    .selectFrom('auth.audit_events')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return {
    body: rows.map(({ id, actor, action, subject, created_at }) => ({
      id,
      payload: { actor_id: actor, action, ...(subject && { traits: { user_id: subject } }) },
      created_at,
      ip_address: '',
    })),
    headers: paginationHeaders(path, { page, per_page }, total),
  }
}

export async function getUser(auth: Database, user_id: string): Promise<Result> {
  const user = await readApiUser(auth, user_id)
  return user ? { body: user } : userNotFound
}

export async function listUserFactors(auth: Database, user_id: string): Promise<Result> {
  if (!(await readUser(auth, user_id))) return userNotFound
  return { body: await listFactors(auth, user_id) }
}

export async function listUserPasskeys(auth: Database, user_id: string): Promise<Result> {
  if (!(await readUser(auth, user_id))) return userNotFound
  return { body: (await listPasskeys(auth, user_id)).map(toPasskeyItem) }
}
