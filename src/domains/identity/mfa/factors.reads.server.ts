import type { Database } from '../../../platform/database/pool.server.ts'
import type { ListedFactor } from './factors.contract.ts'

/** Lists a user's factors, oldest first. */
export const listFactors = async (auth: Database, user_id: string): Promise<ListedFactor[]> =>
  (await listFactorsOf(auth, [user_id])).map(({ user_id: _whose, ...factor }) => factor)

/** Lists several users' factors. */
export const listFactorsOf = (
  auth: Database,
  user_ids: readonly string[],
): Promise<(ListedFactor & { user_id: string })[]> =>
  auth
    .selectFrom('auth.factors')
    .select([
      'id',
      'user_id',
      'factor_type',
      'friendly_name',
      'status',
      'created_at',
      'updated_at',
      'last_challenged_at',
      'phone',
    ])
    .where('user_id', 'in', user_ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Counts all recovery codes, and the unused ones. */
export async function readRecoveryCodes(
  auth: Database,
  user_id: string,
): Promise<{ total: number; left: number }> {
  const { total, left } = await auth
    .selectFrom('auth.recovery_codes')
    .select(({ fn }) => [
      fn.countAll<string>().as('total'),
      fn.countAll<string>().filterWhere('used_at', 'is', null).as('left'),
    ])
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return { total: Number(total), left: Number(left) }
}

export const countRecoveryCodes = async (auth: Database, user_id: string): Promise<number> =>
  (await readRecoveryCodes(auth, user_id)).left
