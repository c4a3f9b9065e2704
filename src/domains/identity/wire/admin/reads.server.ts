import type { Database } from '../../../../platform/database/pool.server.ts'
import { listFactors } from '../../factors/reads.server.ts'
import { readUser } from '../../reads.server.ts'
import type { Answer } from '../contract.ts'
import { readWireUser, readWireUsers } from '../reads.server.ts'
import { audience } from '../tokens/rules.ts'
import type { ListQuery } from './contract.ts'
import { pageLinks, userNotFound } from './rules.ts'

/** One page of all accounts, the newest first; how many there are, and which pages, is said in headers (client). */
export async function listUsers(
  auth: Database,
  path: string,
  { page, per_page }: ListQuery,
): Promise<Answer> {
  const { total } = await auth
    .selectFrom('auth.users')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await auth
    .selectFrom('auth.users')
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  const users = await readWireUsers(
    auth,
    rows.map(({ id }) => id),
  )
  return {
    body: { users, aud: audience },
    headers: { Link: pageLinks(path, page, per_page, Number(total)), 'X-Total-Count': total },
  }
}

export async function getUser(auth: Database, user_id: string): Promise<Answer> {
  const user = await readWireUser(auth, user_id)
  return user ? { body: user } : userNotFound
}

export async function listUserFactors(auth: Database, user_id: string): Promise<Answer> {
  if (!(await readUser(auth, user_id))) return userNotFound
  return { body: await listFactors(auth, user_id) }
}
